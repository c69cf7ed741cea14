import {
  checkArgument,
  signalOf,
  checkCollaborators,
  checkNumber,
  Disposer,
  Drain,
  systemClock,
  systemIds,
  withDefaults,
  type Clock,
  type Ids,
} from "../../core/index.ts";
import { isBrowserError, type StorageState } from "../../browser/index.ts";
import { CdpProxyError } from "../cdp-proxy-error.ts";
import type { SavedSession } from "../sessions/saved-session.ts";
import type { ReservedSession } from "../sessions/session-store.ts";
import { proxyDefaults } from "../cdp-proxy-options.ts";
import { StorageLook } from "../storage-look.ts";
import {
  interactiveDefaults,
  type InteractiveCollaborators,
  type InteractiveOptions,
} from "./interactive-options.ts";
import { checkName, checkWebsiteUrl } from "./check-order.ts";
import type {
  InteractiveOrder,
  InteractiveSave,
  InteractiveSessions,
  InteractiveTake,
  InteractiveViewer,
  OpenInteractive,
  StartedInteractive,
} from "./interactive-sessions.ts";
import { LiveSession, notOpen, type LiveSaved } from "./live-session.ts";
import { openLive } from "./open-live.ts";
import { ViewerSaves } from "./viewer-saves.ts";
import { UnsavedState } from "./unsaved-state.ts";
import { viewerPage } from "./page/viewer-page.ts";
import { sameToken } from "./same-token.ts";

/** What may be given in the first argument. */
const collaboratorNames: Readonly<Record<keyof InteractiveCollaborators, true>> = Object.freeze({
  browsers: true,
  sessions: true,
  recorder: true,
  storage: true,
  clock: true,
  ids: true,
});

/**
 * Makes interactive sessions: one at a time for each owner. Disposing ends them all, unsaved.
 * @throws CoreError `INVALID_OPTION`
 * @example
 * ```ts
 * import { createRemoteBrowsers } from "dragline/browser";
 * import { createInteractiveSessions, createSessionStore } from "dragline/cdp-proxy";
 * import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
 * import { KeyRing, Sealer } from "dragline/storage/sealing";
 *
 * const records = new MemoryRecords();
 * const sealer = new Sealer({ records, ring: KeyRing.parse(process.env["SEAL_KEYS"] ?? "") });
 * const sessions = createSessionStore({ records, blobs: new MemoryBlobs(), sealer });
 * await using browsers = createRemoteBrowsers();
 * await using logins = createInteractiveSessions({ browsers, sessions });
 * const websiteUrl = "https://example.com/login";
 * const signal = AbortSignal.timeout(60_000);
 * console.log((await logins.start({ owner: "ada", websiteUrl, signal })).id);
 * ```
 */
export function createInteractiveSessions(
  collaborators: InteractiveCollaborators,
  options?: InteractiveOptions,
): InteractiveSessions {
  checkCollaborators(collaborators, interactiveDefaults, collaboratorNames);
  const settings = withDefaults(interactiveDefaults, options);
  checkNumber("lifetimeMs", settings.lifetimeMs, { min: 1 });
  const { clock = systemClock, ids = systemIds } = collaborators;
  const storage = collaborators.storage ?? new StorageLook(clock, proxyDefaults);
  return new LiveSessions({ ...collaborators, storage, clock, ids }, settings);
}

interface Parts extends InteractiveCollaborators {
  readonly storage: StorageLook;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** An owner's only place. */
interface Place {
  readonly id: string;
  readonly until: number;
}

class LiveSessions implements InteractiveSessions {
  readonly #parts: Parts;
  readonly #lifetime: number;
  readonly #isWindowed: boolean;
  readonly #live = new Map<string, LiveSession>();
  /** By owner; also of those that are being opened or ended. */
  readonly #places = new Map<string, Place>();
  readonly #saved: ViewerSaves;
  readonly #closing = new AbortController();
  readonly #starts = new Drain();
  readonly #releases = new Drain();

  constructor(parts: Parts, { lifetimeMs, windowed }: Required<InteractiveOptions>) {
    this.#parts = parts;
    this.#saved = new ViewerSaves(parts.clock);
    this.#lifetime = lifetimeMs;
    this.#isWindowed = windowed;
  }

  async start(order: InteractiveOrder): Promise<StartedInteractive> {
    signalOf("start({ websiteUrl, owner, signal })", order);
    const url = checkWebsiteUrl(order.websiteUrl);
    if (order.name !== undefined) checkName(order.name);
    this.#closing.signal.throwIfAborted();
    const { id, until } = this.#takePlace(order.owner);
    try {
      return await this.#starts.add(this.#open(order, { id, url, until }));
    } catch (error) {
      this.#places.delete(order.owner);
      this.#closing.signal.throwIfAborted();
      order.signal.throwIfAborted();
      throw answered(error);
    }
  }

  find(id: string): OpenInteractive | undefined {
    return this.#live.get(id) ?? this.#saved.find(id)?.open;
  }

  async save(order: InteractiveSave): Promise<SavedSession> {
    checkArgument("signal of save({ id, name, signal })", order?.signal, "signal");
    const { id, name, signal } = order;
    const live = this.#live.get(id);
    try {
      if (live === undefined) return await this.#savedBefore({ id, name, signal });
      if (live.purpose !== undefined) throw notOpen();
      return await live.save({ name, isViewer: false, signal });
    } catch (error) {
      signal.throwIfAborted();
      throw answered(error);
    }
  }

  async take<Result>(
    order: InteractiveTake,
    use: (state: StorageState) => Promise<Result>,
  ): Promise<Result> {
    checkArgument("signal of take({ id, purpose, signal }, use)", order?.signal, "signal");
    const { id, purpose, signal } = order;
    if (this.find(id)?.purpose !== purpose) throw notOpen();
    const live = this.#live.get(id);
    try {
      if (live !== undefined) return await live.handOver(use, signal);
      return await this.#saved.take(id, use);
    } catch (error) {
      signal.throwIfAborted();
      throw answered(error);
    }
  }

  async end(id: string): Promise<boolean> {
    const live = this.#live.get(id);
    const saved = this.#saved.find(id);
    await live?.end("ended");
    if (saved?.state !== undefined) this.#saved.forget(id);
    return live !== undefined || saved?.state !== undefined;
  }

  viewer(id: string, token: string): InteractiveViewer | undefined {
    const live = this.#live.get(id);
    if (live === undefined || !sameToken(live.token, token)) return undefined;
    return {
      expiresAt: live.expiresAt,
      page: ({ url }) =>
        viewerPage({
          url,
          token,
          nonce: this.#parts.ids.token(16),
          seconds: this.#lifetime / 1000,
        }),
      accept: (socket) => live.show(socket),
    };
  }

  async drain(): Promise<void> {
    const message = "No new interactive session can be started: the server is shutting down.";
    this.#closing.abort(new CdpProxyError("DRAINING", { message }));
    await this.#starts.end();
    for (const live of this.#live.values()) void live.endAfterSave("draining");
    await this.#releases.end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const message = "The interactive sessions are already disposed.";
    this.#closing.abort(new CdpProxyError("CLOSED", { message }));
    await this.#starts.end();
    this.#saved.forgetAll();
    for (const live of this.#live.values()) void live.end("ended");
    await this.#releases.end();
  }

  #takePlace(owner: string): Place {
    const { clock, ids } = this.#parts;
    const taken = this.#places.get(owner);
    if (taken === undefined) {
      const place = { id: ids.uuid(), until: clock.now() + this.#lifetime };
      this.#places.set(owner, place);
      return place;
    }
    throw new CdpProxyError("TOO_MANY_CONNECTIONS", {
      message: "You already have an interactive session; save it, delete it or wait until it ends.",
      details: {
        sessionId: taken.id,
        limit: 1,
        retryAfterMs: Math.max(1000, taken.until - clock.now()),
      },
    });
  }

  async #open(
    order: InteractiveOrder,
    { id, url, until }: Place & { readonly url: URL },
  ): Promise<StartedInteractive> {
    const { clock, ids } = this.#parts;
    const signal = AbortSignal.any([order.signal, this.#closing.signal]);
    const token = ids.token(32);
    const owned = new Disposer();
    try {
      const isWindowed = this.#isWindowed;
      const whole = { ...order, signal };
      const held = await openLive(this.#parts, { order: whole, id, url, owned, isWindowed });
      const { owner, proxy, purpose } = order;
      let saved: SavedSession | undefined;
      const onend = (last: LiveSaved | undefined): void => {
        this.#live.delete(id);
        saved = last?.session;
        if (last?.isViewer !== true) return;
        const open = { id, owner, expiresAt: until, purpose };
        this.#saved.remember({ open, session: last.session, state: stateOf(held.reserved) });
      };
      const released = Promise.withResolvers<SavedSession | undefined>();
      void this.#releases.add(released.promise);
      const release = async (): Promise<void> => {
        await owned[Symbol.asyncDispose]().catch(() => {});
        this.#places.delete(order.owner);
        released.resolve(saved);
      };
      const live = new LiveSession({
        ...held,
        clock,
        owner,
        proxy,
        token,
        expiresAt: until,
        purpose,
        isWindowed,
        onend,
        release,
      });
      this.#live.set(id, live);
      const { name } = held.reserved.session;
      const ended = released.promise;
      return { id, name, token, expiresAt: until, ended, whyEnded: () => live.why };
    } catch (error) {
      // What cannot be given back ends by itself; the failure says more.
      await owned[Symbol.asyncDispose]().catch(() => {});
      throw error;
    }
  }

  async #savedBefore({ id, name, signal }: InteractiveSave): Promise<SavedSession> {
    const saved = this.#saved.find(id);
    if (saved === undefined || saved.state !== undefined) throw notOpen();
    if (name !== undefined) checkName(name);
    const { session } = saved;
    const isSame = name === undefined || name === session.name;
    const found = isSame ? session : await this.#parts.sessions.rename(id, name, { signal });
    this.#saved.forget(id);
    return found;
  }
}

/** What a session that is not to be saved has for the one who takes it. */
function stateOf(reserved: ReservedSession): StorageState | undefined {
  return reserved instanceof UnsavedState ? reserved.state : undefined;
}

/** A browser that is not available, or is gone, is not the caller's fault. */
function answered(error: unknown): unknown {
  if (!isBrowserError(error)) return error;
  return new CdpProxyError("BROWSER_UNAVAILABLE", {
    message: "The browser could not be started.",
    cause: error,
  });
}

import { LeaseKeeper, wait, type Clock } from "../../core/index.ts";
import type { RemoteBrowser, StorageState } from "../../browser/index.ts";
import { CdpProxyError } from "../cdp-proxy-error.ts";
import type { ClientSocket } from "../client-socket.ts";
import type { RunningRecording } from "../recording/recorder.ts";
import type { SavedSession } from "../sessions/saved-session.ts";
import type { ReservedSession } from "../sessions/session-store.ts";
import type { CdpLink } from "../cdp-link.ts";
import { settlesWithin } from "../settles-within.ts";
import type { StorageLook, WatchedStorage } from "../storage-look.ts";
import { checkName } from "./check-order.ts";
import type { InteractiveEnd } from "./interactive-sessions.ts";
import type { Tabs } from "./viewer/tabs.ts";
import { View, viewCodes } from "./viewer/view.ts";

/** Milliseconds between two words that the reserved name is still wanted. */
const KEEP_EVERY = 30_000;
/** Milliseconds between two looks at what a windowed browser stores. */
const WATCH_EVERY = 4000;
/** Milliseconds for each origin of a save. */
const SAVE_TIMEOUT = 5000;
/** Milliseconds that a save which has begun may still take when the session is to end. */
const SAVE_PATIENCE = 15_000;

/** What a session holds; it lets all of it go at its end. */
export interface LiveParts {
  readonly clock: Clock;
  readonly storage: StorageLook;
  readonly owner: string;
  readonly token: string;
  readonly expiresAt: number;
  readonly purpose: string | undefined;
  readonly proxy: URL | undefined;
  readonly reserved: ReservedSession;
  readonly browser: RemoteBrowser;
  readonly recording: RunningRecording | undefined;
  readonly link: CdpLink;
  readonly tabs: Tabs;
  readonly isWindowed: boolean;
  /** Lets go of all that is held. */
  readonly release: () => Promise<void>;
  /** Called once, when the end begins. */
  readonly onend: (saved: LiveSaved | undefined) => void;
}

/** What a session has saved, and whether its viewer wanted it. */
export interface LiveSaved {
  readonly session: SavedSession;
  readonly isViewer: boolean;
}

/** Who saves, and under which name. */
interface LiveSave {
  /** The name of the start when absent. */
  readonly name: string | undefined;
  readonly isViewer: boolean;
  readonly signal: AbortSignal;
}

/** An open browser whose state nobody has saved yet. */
export class LiveSession {
  readonly #parts: LiveParts;
  readonly #ending = new AbortController();
  readonly #cancelExpiry: () => void;
  readonly #watched: WatchedStorage;
  readonly #lease: Disposable;
  #name: string;
  #view: View | undefined;
  #saving: Promise<unknown> | undefined;
  #end: Promise<void> | undefined;
  #why: InteractiveEnd | undefined;
  /** What a windowed browser stored some seconds ago. */
  #lately: StorageState | undefined;

  constructor(parts: LiveParts) {
    this.#parts = parts;
    this.#name = parts.reserved.session.name;
    const { clock, expiresAt, browser, owner } = parts;
    this.#watched = { owner, browser, exceed: () => void this.end("tooMuchStored") };
    parts.storage.add(this.#watched);
    this.#cancelExpiry = clock.timer(
      expiresAt - clock.now(),
      () => void this.endAfterSave("ended"),
    );
    void browser.ended.then(() => this.#lost());
    this.#lease = this.#keep();
    if (!parts.isWindowed) return;
    parts.tabs.onempty = () => void this.#saveForViewer("");
    void this.#watch();
  }

  /** Why it ended; undefined until it does. */
  get why(): InteractiveEnd | undefined {
    return this.#why;
  }

  get owner(): string {
    return this.#parts.owner;
  }

  get id(): string {
    return this.#parts.reserved.session.id;
  }

  get token(): string {
    return this.#parts.token;
  }

  get expiresAt(): number {
    return this.#parts.expiresAt;
  }

  get purpose(): string | undefined {
    return this.#parts.purpose;
  }

  /** Saves and ends. */
  save(order: LiveSave): Promise<SavedSession> {
    const { name } = order;
    if (name !== undefined) checkName(name);
    return this.#alone(() => this.#saveNow(order));
  }

  /** Ends once `use` has taken the state. */
  handOver<Result>(
    use: (state: StorageState) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    return this.#alone(async () => {
      const result = await this.#read(use, signal);
      await this.end("saved");
      return result;
    });
  }

  /** Of two at once, the second finds nothing left to save. */
  async #alone<Result>(save: () => Promise<Result>): Promise<Result> {
    while (this.#saving !== undefined) await this.#saving;
    if (this.#end !== undefined) throw notOpen();
    const saving = save();
    this.#saving = saving.catch(() => {});
    try {
      return await saving;
    } finally {
      this.#saving = undefined;
    }
  }

  /** Shows the browser on a socket. Never rejects. */
  async show(socket: ClientSocket): Promise<void> {
    const { link, tabs, clock, expiresAt } = this.#parts;
    if (this.#end !== undefined) {
      socket.close(viewCodes.ended, "the session has ended");
      return;
    }
    this.#view?.close(viewCodes.replaced, "another viewer was opened");
    const view = new View(
      {
        clock,
        link,
        tabs,
        expiresIn: () => Math.max(0, expiresAt - clock.now()),
        name: () => this.#name,
        save: (name) => this.#saveForViewer(name),
      },
      socket,
    );
    this.#view = view;
    await view.run();
    if (this.#view === view) this.#view = undefined;
  }

  /** Ends the browser; twice is harmless. Never rejects. */
  end(code: InteractiveEnd, saved?: LiveSaved): Promise<void> {
    this.#end ??= this.#endNow(code, saved);
    return this.#end;
  }

  async #endNow(code: InteractiveEnd, saved: LiveSaved | undefined): Promise<void> {
    this.#why = code;
    this.#cancelExpiry();
    this.#ending.abort();
    this.#lease[Symbol.dispose]();
    this.#parts.storage.delete(this.#watched);
    this.#view?.close(viewCodes[code], code);
    const { onend, recording, link, release } = this.#parts;
    onend(saved);
    await recording?.stop();
    await link.close();
    await release();
  }

  /** As {@link end}, but a save that has begun is what the person wanted. */
  async endAfterSave(code: InteractiveEnd): Promise<void> {
    await settlesWithin(this.#parts.clock, SAVE_PATIENCE, this.#saving);
    await this.end(code);
  }

  /** The name stays this session's as long as somebody says so. */
  #keep(): Disposable {
    const { clock, reserved } = this.#parts;
    const keeper = new LeaseKeeper<ReservedSession>({
      clock,
      everyMs: KEEP_EVERY,
      extend: async () => {
        await reserved.keep({ signal: this.#ending.signal });
        return [];
      },
      givesUp: () => true,
    });
    const lease = keeper.hold(reserved);
    // The name was lost, and with it the place where the state would be saved.
    lease.signal.addEventListener("abort", () => void this.end("ended"), { once: true });
    return lease;
  }

  /** A person may quit the browser instead of closing its window: then this is what is saved. */
  async #watch(): Promise<void> {
    const { browser, clock, tabs } = this.#parts;
    const { signal } = this.#ending;
    while (!signal.aborted) {
      try {
        await wait(clock, WATCH_EVERY, signal);
        if (this.#saving !== undefined) continue;
        const { origins } = tabs;
        this.#lately = await browser.saveState({ origins, timeoutMs: SAVE_TIMEOUT, signal });
      } catch {
        // The next look, or the end, tells more.
      }
    }
  }

  async #lost(): Promise<void> {
    await this.#saving;
    const { reserved, proxy } = this.#parts;
    if (this.#end !== undefined || this.#lately === undefined) return this.end("lost");
    const content = { state: this.#lately, ...(proxy && { proxy }) };
    const { signal } = this.#ending;
    const session = await reserved.save(content, { signal }).catch(() => undefined);
    await this.end("lost", session && { session, isViewer: true });
  }

  async #saveNow({ name, isViewer, signal }: LiveSave): Promise<SavedSession> {
    const { reserved } = this.#parts;
    if (name !== undefined && name !== this.#name) {
      await reserved.rename(name, { signal });
      this.#name = name;
    }
    const { proxy } = this.#parts;
    const session = await this.#read(
      (state) => reserved.save({ state, ...(proxy && { proxy }) }, { signal }),
      signal,
    );
    await this.end("saved", { session, isViewer });
    return session;
  }

  async #read<Result>(
    use: (state: StorageState) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    const { browser, tabs } = this.#parts;
    tabs.freeze(true);
    try {
      const { origins } = tabs;
      const state = await browser.saveState({ origins, timeoutMs: SAVE_TIMEOUT, signal });
      return await use(state);
    } finally {
      tabs.freeze(false);
    }
  }

  /** Goes on when the viewer is closed meanwhile: the person has said what they want. */
  async #saveForViewer(name: string): Promise<string | undefined> {
    try {
      const { signal } = this.#ending;
      await this.save({ name: name === "" ? undefined : name, isViewer: true, signal });
      return undefined;
    } catch (error) {
      return error instanceof CdpProxyError ? error.message : "The session could not be saved.";
    }
  }
}

/** @returns what is answered when there is nothing to save */
export function notOpen(): CdpProxyError {
  return new CdpProxyError("SESSION_NOT_FOUND", {
    message: "There is no open interactive session with this id.",
  });
}

import {
  checkArgument,
  checkCollaborators,
  Disposer,
  Drain,
  systemClock,
  systemIds,
} from "../core/index.ts";
import { createRemoteBrowsers } from "../browser/index.ts";
import { CdpProxyError } from "./cdp-proxy-error.ts";
import { completeProxyOptions, proxyDefaults } from "./cdp-proxy-options.ts";
import type { CdpProxyOptions, CdpProxySettings } from "./cdp-proxy-options.ts";
import type { Acceptor, CdpProxy, CdpProxyStatus, ConnectOrder } from "./cdp-proxy.ts";
import type { RunningConnection } from "./cdp-proxy.ts";
import { readConnectQuery } from "./connect-query.ts";
import { Connection } from "./connection.ts";
import type { ConnectionFiles } from "./files/connection-files.ts";
import { errorResponse } from "./error-response.ts";
import { MemoryAdmission } from "./memory-admission.ts";
import { MemoryLook } from "./memory-look.ts";
import { openConnection } from "./open-connection.ts";
import { StorageLook } from "./storage-look.ts";
import type { CdpProxyCollaborators, ConnectionParts } from "./proxy-collaborators.ts";

/** What may be given in the first argument. */
const collaboratorNames: Readonly<Record<keyof CdpProxyCollaborators, true>> = Object.freeze({
  browsers: true,
  sessions: true,
  recorder: true,
  admission: true,
  proxies: true,
  storage: true,
  clock: true,
  ids: true,
});

/**
 * Makes a proxy: `createCdpProxy()` gives each client a Chromium of its own, without saved sessions
 * and recordings. Nothing starts before the first connection. Disposing it ends all connections, and
 * saves what they save.
 * @throws CoreError `INVALID_OPTION`
 */
export function createCdpProxy(
  collaborators: CdpProxyCollaborators = {},
  options?: CdpProxyOptions,
): CdpProxy {
  checkCollaborators(collaborators, proxyDefaults, collaboratorNames);
  const settings = completeProxyOptions(options);
  const { clock = systemClock, ids = systemIds } = collaborators;
  const owned = new Disposer();
  const browsers = collaborators.browsers ?? owned.add(createRemoteBrowsers({ clock, ids }));
  const admission = collaborators.admission ?? new MemoryAdmission(settings.maxPerOwner);
  return new BrowserProxy(
    { ...collaborators, browsers, admission, clock, ids },
    { settings, owned },
  );
}

class BrowserProxy implements CdpProxy {
  readonly #parts: ConnectionParts;
  readonly #settings: CdpProxySettings;
  readonly #owned: Disposer;
  readonly #memory: MemoryLook;
  readonly #stored: StorageLook;
  readonly #closing = new AbortController();
  readonly #openings = new Drain();
  /** With their owners. */
  readonly #connections = new Map<Connection, string>();
  /** Videos that are still being written when their connection has ended. */
  readonly #videos = new Drain();
  #disposal: Promise<void> | undefined;

  constructor(
    parts: ConnectionParts,
    { settings, owned }: { readonly settings: CdpProxySettings; readonly owned: Disposer },
  ) {
    this.#parts = parts;
    this.#settings = settings;
    this.#owned = owned;
    this.#memory = new MemoryLook(parts.clock);
    this.#stored = parts.storage ?? new StorageLook(parts.clock, settings);
  }

  async open(order: ConnectOrder): Promise<Acceptor> {
    checkArgument("signal of open({ owner, signal })", order?.signal, "signal");
    this.#closing.signal.throwIfAborted();
    return this.#openings.add(this.#open(order));
  }

  async connect(request: Request, call: { readonly owner: string }): Promise<Response | Acceptor> {
    checkArgument("request of connect(request, { owner })", request, "request");
    const { owner } = checkArgument("call of connect(request, { owner })", call, "object");
    const { signal } = request;
    try {
      return await this.open({ ...readConnectQuery(new URL(request.url)), owner, signal });
    } catch (error) {
      if (signal.aborted) throw error;
      return errorResponse(error);
    }
  }

  files(place: {
    readonly owner: string;
    readonly connectionId: string;
  }): ConnectionFiles | undefined {
    checkArgument("place of files({ owner, connectionId })", place, "object");
    const { owner, connectionId } = place;
    for (const [connection, its] of this.#connections) {
      if (connection.connectionId === connectionId)
        return its === owner ? connection.files : undefined;
    }
    return undefined;
  }

  running(of: { readonly owner: string }): readonly RunningConnection[] {
    const { owner } = checkArgument("owner of running({ owner })", of, "object");
    return [...this.#connections].flatMap(([each, its]) => (its === owner ? [each] : []));
  }

  status(): CdpProxyStatus {
    return {
      connections: this.#connections.size + this.#openings.size,
      waiting: this.#parts.browsers.status().waiting,
      memoryBytes: this.#memory.bytes,
    };
  }

  async drain(): Promise<void> {
    const message = "The proxy is shutting down and accepts no new connections.";
    await this.#end(new CdpProxyError("DRAINING", { message }));
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#disposal ??= this.#dispose();
    return this.#disposal;
  }

  async #dispose(): Promise<void> {
    const message = "The proxy is already disposed.";
    await this.#end(new CdpProxyError("CLOSED", { message }));
    await this.#owned[Symbol.asyncDispose]();
  }

  async #end(reason: CdpProxyError): Promise<void> {
    this.#closing.abort(reason);
    await this.#openings.end();
    await Promise.all([...this.#connections.keys()].map((connection) => connection.drain()));
    await this.#videos.end();
  }

  async #open(order: ConnectOrder): Promise<Acceptor> {
    const signal = AbortSignal.any([order.signal, this.#closing.signal]);
    const holdings = await openConnection(
      this.#parts,
      { ...order, signal },
      this.#settings.checkpointMs,
    );
    const connection = new Connection(holdings, {
      parts: this.#parts,
      settings: this.#settings,
      onSettled: (settled) => {
        this.#connections.delete(settled);
        this.#memory.delete(holdings.browser);
        this.#stored.delete(watched);
      },
    });
    const { owner } = order;
    const watched = { owner, browser: holdings.browser, exceed: () => connection.exceed() };
    this.#stored.add(watched);
    this.#connections.set(connection, owner);
    this.#memory.add(holdings.browser);
    const { recording } = holdings;
    if (recording !== undefined) void this.#videos.add(recording.settled);
    return connection;
  }
}

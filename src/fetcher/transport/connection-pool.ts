import { unlessAborted } from "../../core/index.ts";
import type { Connector } from "../../net/index.ts";
import { Connection } from "./connection.ts";
import { FetchError } from "../fetch-error.ts";
import { connectFailure } from "../fetch-failure.ts";

/** Where a connection is wanted. */
interface ConnectionTarget {
  readonly url: URL;
  readonly proxy?: URL | undefined;
  /** The URL's origin and the proxy: connections of one key serve the same requests. */
  readonly key: string;
}

/** A connection that may carry one request, and what it cost to get it, in milliseconds. */
export interface ConnectionLease {
  readonly connection: Connection;
  readonly timings: { readonly dnsMs: number; readonly connectMs: number; readonly tlsMs: number };
}

/** Settings of a pool. */
export interface ConnectionPoolOptions {
  readonly http2: boolean;
  /** Bytes of response headers. */
  readonly maxHeaderSize: number;
  /** Connections kept open for later, over all origins. */
  readonly maxIdleConnections: number;
}

/** The connections of one origin, through one proxy or none. */
interface Lane {
  readonly connections: Set<Connection>;
  /** Those on which nothing runs, the last used one last. */
  readonly idle: Connection[];
  /** Known once a connection was made. */
  multiplexed?: boolean;
  /** A first connection on its way, which may turn out to carry many requests. */
  probe?: Promise<void>;
}

/** What a connection costs that is open. */
export const NO_TIME = Object.freeze({ dnsMs: 0, connectMs: 0, tlsMs: 0 });

/**
 * Connections that are reused: with HTTP/1.1 one per running request, with HTTP/2 one for many.
 * Idle ones are bounded, the longest idle is closed first.
 */
export class ConnectionPool implements AsyncDisposable {
  readonly #connector: Connector;
  readonly #options: ConnectionPoolOptions;
  readonly #lanes = new Map<string, Lane>();
  readonly #idle = new Set<Connection>();
  #closed = false;

  constructor(connector: Connector, options: ConnectionPoolOptions) {
    this.#connector = connector;
    this.#options = options;
  }

  /** An open connection that can carry one more request; give it back with {@link release}. */
  take(key: string): Connection | undefined {
    const lane = this.#lanes.get(key);
    const connection = lane && (takeIdle(lane) ?? takeShared(lane));
    if (connection === undefined) return undefined;
    connection.running += 1;
    this.#idle.delete(connection);
    return connection;
  }

  /**
   * A new connection, or a share of one that another request is just making; give it back with
   * {@link release}.
   * @throws FetchError; the signal's reason
   */
  async open(target: ConnectionTarget, signal: AbortSignal): Promise<ConnectionLease> {
    try {
      return await this.#open(target, signal);
    } catch (error) {
      // Told to each with its own URL: who shares a connection may not see what others ask for.
      throw connectFailure(error, target.url);
    }
  }

  async #open(target: ConnectionTarget, signal: AbortSignal): Promise<ConnectionLease> {
    for (;;) {
      if (this.#closed) throw closed();
      const { probe } = this.#lane(target.key);
      if (probe === undefined) return this.#probe(target, signal);
      await unlessAborted(probe, signal);
      const connection = this.take(target.key);
      if (connection !== undefined) return { connection, timings: NO_TIME };
    }
  }

  /** Takes a connection back: `complete` when its response was read to the end. */
  release(connection: Connection, outcome: "complete" | "broken"): void {
    if (outcome === "complete") {
      // undici closes the socket of a last response right after it has told us of the end.
      queueMicrotask(() => this.#park(connection));
      return;
    }
    connection.running -= 1;
    if (!connection.multiplexed || connection.running === 0) void connection.destroy();
  }

  /** Closes every connection; those asked for later are refused. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    const closing: Promise<void>[] = [];
    for (const { connections } of this.#lanes.values()) {
      for (const connection of connections) closing.push(connection.destroy());
    }
    await Promise.all(closing);
  }

  #lane(key: string): Lane {
    const known = this.#lanes.get(key);
    if (known !== undefined) return known;
    const lane: Lane = { connections: new Set(), idle: [] };
    this.#lanes.set(key, lane);
    return lane;
  }

  /** Connects; while it may turn out to be HTTP/2, others wait for it. */
  async #probe(target: ConnectionTarget, signal: AbortSignal): Promise<ConnectionLease> {
    const lane = this.#lane(target.key);
    const connecting = this.#connect(target, signal);
    const mayMultiplex = this.#options.http2 && target.url.protocol === "https:";
    if (!mayMultiplex || lane.multiplexed === false) return connecting;
    const probe = connecting.then(
      () => {},
      (error: unknown) => {
        // Those who wait try for themselves when only this caller has given up.
        if (!signal.aborted) throw error;
      },
    );
    lane.probe = probe;
    try {
      return await connecting;
    } finally {
      delete lane.probe;
      probe.catch(() => {});
      this.#forget(target.key);
    }
  }

  async #connect(
    { key, url, proxy }: ConnectionTarget,
    signal: AbortSignal,
  ): Promise<ConnectionLease> {
    const { http2, maxHeaderSize } = this.#options;
    const alpn = http2 ? ["h2", "http/1.1"] : ["http/1.1"];
    // Loaded with the first connection: a program that fetches nothing starts without it. It is there
    // before the socket, which nobody would listen to meanwhile.
    // By its file: what Bun puts in place of "undici" is a part of it.
    const http = await import("undici/index.js");
    const made = await this.#connector
      .connect({ url, alpn, proxy }, signal)
      .catch((error: unknown) => {
        this.#forget(key);
        throw error;
      });
    const { socket, timings, remoteAddress } = made;
    if (this.#closed) {
      socket.destroy();
      throw closed();
    }
    const gone = (connection: Connection): void => this.#gone(connection);
    const wire = { socket, remoteAddress, maxHeaderSize, gone, http };
    const connection = new Connection(key, url, wire);
    connection.running = 1;
    const lane = this.#lane(key);
    lane.multiplexed = connection.multiplexed;
    lane.connections.add(connection);
    return { connection, timings };
  }

  #park(connection: Connection): void {
    connection.running -= 1;
    if (connection.running > 0 || !connection.free) return;
    this.#idle.add(connection);
    this.#lanes.get(connection.key)?.idle.push(connection);
    if (this.#idle.size <= this.#options.maxIdleConnections) return;
    const [longest] = this.#idle;
    void longest?.destroy();
  }

  #gone(connection: Connection): void {
    this.#idle.delete(connection);
    const lane = this.#lanes.get(connection.key);
    if (lane === undefined) return;
    lane.connections.delete(connection);
    const place = lane.idle.indexOf(connection);
    if (place !== -1) lane.idle.splice(place, 1);
    this.#forget(connection.key);
  }

  /** Drops the lane of an origin to which nothing is connected. */
  #forget(key: string): void {
    const lane = this.#lanes.get(key);
    if (lane?.connections.size === 0 && lane.probe === undefined) this.#lanes.delete(key);
  }
}

function takeIdle({ idle }: Lane): Connection | undefined {
  for (let last = idle.pop(); last !== undefined; last = idle.pop()) if (last.free) return last;
  return undefined;
}

function takeShared({ connections, multiplexed }: Lane): Connection | undefined {
  if (multiplexed !== true) return undefined;
  for (const connection of connections) if (connection.free) return connection;
  return undefined;
}

function closed(): FetchError {
  return new FetchError("CLOSED", { message: "The fetcher was disposed." });
}

import type { Socket } from "node:net";
import type { Connector } from "./connection.ts";
import { FailureLog } from "./failure-log.ts";
import { isNetError, NetError } from "./net-error.ts";
import { parseProxy } from "./proxy.ts";

/** Hosts whose last failure is remembered. */
const MOST_FAILURES = 1000;

/** Through which proxy the web is reached, if through one. */
interface Way {
  readonly proxy: URL | undefined;
}

/** Where connections come from, and which way they take. */
export interface WayOutParts {
  readonly connector: Connector;
  /** Undefined while there is none. */
  readonly way: Way | undefined;
}

/**
 * A way of its own: the URL may be changed afterwards.
 * @throws NetError `PROXY_FAILED` for a proxy URL that is none
 */
export function wayThrough(given: URL | undefined): Way {
  const proxy = given === undefined ? undefined : new URL(given);
  if (proxy !== undefined) parseProxy(proxy);
  return { proxy };
}

/** The connections of one door to the web: all of them, and why some were not made. */
export class WayOut {
  readonly failures = new FailureLog(MOST_FAILURES);
  readonly #connector: Connector;
  readonly #sockets = new Set<Socket>();
  #way: Way | undefined;

  constructor({ connector, way }: WayOutParts) {
    this.#connector = connector;
    this.#way = way;
  }

  /** Takes another way from now on; all that went the former one ends. */
  lead(way: Way): void {
    this.#way = way;
    this.close();
  }

  /**
   * Connects to the host and port of an http URL.
   * @throws NetError; the signal's reason
   */
  async connect(url: URL, signal: AbortSignal): Promise<Socket> {
    const way = this.#way;
    try {
      if (way === undefined) throw leadsNowhere(url);
      const { socket } = await this.#connector.connect({ url, proxy: way.proxy }, signal);
      this.failures.forget(url.hostname);
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
      if (!signal.aborted && way === this.#way) return socket;
      socket.destroy();
      signal.throwIfAborted();
      throw leadsNowhere(url);
    } catch (failure) {
      if (isNetError(failure)) this.failures.note(url.hostname, failure);
      throw failure;
    }
  }

  /** Closes every connection at once. */
  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** Of a door that leads nowhere yet, or elsewhere by now. */
function leadsNowhere({ hostname: host }: URL): NetError {
  const message = `The guard proxy does not connect to ${host}: its route was changed.`;
  return new NetError("CONNECT_FAILED", { message, details: { host } });
}

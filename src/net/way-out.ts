import type { Socket } from "node:net";
import type { Connector } from "./connection.ts";
import { FailureLog } from "./failure-log.ts";
import { isNetError } from "./net-error.ts";

/** Hosts whose last failure is remembered. */
const MOST_FAILURES = 1000;

/** Where connections come from, and through which proxy. */
export interface WayOutParts {
  readonly connector: Connector;
  readonly proxy: URL | undefined;
}

/** The connections of one door to the web: all of them, and why some were not made. */
export class WayOut {
  readonly failures = new FailureLog(MOST_FAILURES);
  readonly #parts: WayOutParts;
  readonly #sockets = new Set<Socket>();

  constructor(parts: WayOutParts) {
    this.#parts = parts;
  }

  /**
   * Connects to the host and port of an http URL.
   * @throws NetError; the signal's reason
   */
  async connect(url: URL, signal: AbortSignal): Promise<Socket> {
    const { connector, proxy } = this.#parts;
    try {
      const { socket } = await connector.connect({ url, proxy }, signal);
      this.failures.forget(url.hostname);
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
      if (!signal.aborted) return socket;
      socket.destroy();
      throw signal.reason;
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

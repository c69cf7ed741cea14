import type { Socket } from "node:net";

/**
 * A browser's connection to a door. What is done for it stops when it is gone, so that nothing is
 * fetched for nobody.
 */
export class Visitor {
  readonly socket: Socket;
  /** Whether a request is under way; a browser sends the next one after the answer. */
  busy = false;
  readonly #gone = new AbortController();

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on("error", () => {}).once("close", () => this.#gone.abort(gone()));
  }

  /** Aborts when the connection is gone. */
  get signal(): AbortSignal {
    return this.#gone.signal;
  }

  /** Ends the connection; what was written may still arrive. */
  leave(): void {
    this.#gone.abort(gone());
    this.socket.destroy();
  }

  /** Breaks the connection, so that what was sent half-way cannot pass for the whole. */
  cut(): void {
    this.#gone.abort(gone());
    this.socket.resetAndDestroy();
  }

  /** Writes a bare response and ends the connection. */
  refuse(status: string): void {
    if (!this.socket.writable) return this.leave();
    this.socket.write(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
    this.socket.destroySoon();
  }

  /**
   * Waits for work while nothing else reads the connection; when the browser leaves meanwhile, the
   * signal aborts.
   */
  async during<Result>(work: Promise<Result>): Promise<Result> {
    const leave = (): void => this.leave();
    // With a listener the stream reads ahead, without which no end would be seen.
    const readAhead = (): void => {};
    this.socket.on("readable", readAhead).once("end", leave);
    try {
      return await work;
    } finally {
      this.socket.off("readable", readAhead).off("end", leave);
    }
  }
}

function gone(): Error {
  return new Error("The browser closed its connection.");
}

import { ProxyChannel } from "./proxy-channel.ts";
import { ProxySocket } from "./proxy-socket.ts";

/** To which what waits must sink before a socket asks for more. */
const LOW_WATER = 1024 * 1024;

/** A client that reads when the test lets it, behind a socket that counts as a real one does. */
export class SlowSocket extends ProxySocket {
  /** What the client has read. */
  readonly read: string[] = [];
  /** The most that ever waited. */
  most = 0;

  override send(text: Buffer | string): void {
    super.send(text);
    this.waiting += Buffer.byteLength(text);
    this.most = Math.max(this.most, this.waiting);
  }

  /** The client reads the next message; false when there is none. */
  readOne(): boolean {
    const next = this.heard[this.read.length];
    if (next === undefined) return false;
    const wasHigh = this.waiting > LOW_WATER;
    this.read.push(next);
    this.waiting -= Buffer.byteLength(next);
    if (wasHigh && this.waiting <= LOW_WATER) this.ondrain?.();
    return true;
  }
}

/** A browser that says what it has to say as long as it is read, and takes so many bytes at a time. */
export class SlowChannel extends ProxyChannel {
  /** Messages that nobody has read yet. */
  readonly unread: string[] = [];
  /** Bytes that were sent and not taken. */
  waiting = 0;
  most = 0;
  readonly #bound: number;

  constructor(bound = Number.POSITIVE_INFINITY) {
    super();
    this.#bound = bound;
  }

  override send(text: string): boolean {
    super.send(text);
    this.waiting += text.length;
    this.most = Math.max(this.most, this.waiting);
    return this.waiting <= this.#bound;
  }

  override resume(): void {
    super.resume();
    this.flow();
  }

  /** Says what is there to be said, until it is paused. */
  flow(): void {
    while (!this.isPaused) {
      const next = this.unread.shift();
      if (next === undefined) return;
      this.say(next);
    }
  }

  /** The browser takes all that waits. */
  take(): void {
    const wasFull = this.waiting > this.#bound;
    this.waiting = 0;
    if (wasFull) this.ondrain?.();
  }
}

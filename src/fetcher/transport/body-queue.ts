/** What a body's queue asks of its connection. */
export interface BodyFlow {
  /** The reader is behind: stop reading from the socket. */
  pause(): void;
  /** The reader has caught up. */
  resume(): void;
  /** The reader has left before the end. */
  leave(): void;
  /** The reader starts to wait for bytes; the result is called when the wait is over. */
  waits(): () => void;
}

interface Waiter {
  readonly resolve: (result: IteratorResult<Uint8Array, undefined>) => void;
  readonly reject: (reason: unknown) => void;
  readonly arrived: () => void;
}

/** Bytes that may wait for the reader before the sender is told to pause. */
const HIGH_WATER = 256 * 1024;

const DONE: IteratorReturnResult<undefined> = Object.freeze({ done: true, value: undefined });

/** The chunks of a body between a socket that pushes and one reader that pulls. */
export class BodyQueue implements AsyncIterableIterator<Uint8Array, undefined> {
  readonly #flow: BodyFlow;
  #chunks: Uint8Array[] = [];
  #bytes = 0;
  #paused = false;
  #ended = false;
  #failure: { readonly reason: unknown } | undefined;
  #waiter: Waiter | undefined;

  constructor(flow: BodyFlow) {
    this.#flow = flow;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Bytes have come. */
  push(chunk: Uint8Array): void {
    const waiter = this.#takeWaiter();
    if (waiter !== undefined) {
      waiter.resolve({ done: false, value: chunk });
      return;
    }
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#paused || this.#bytes < HIGH_WATER) return;
    this.#paused = true;
    this.#flow.pause();
  }

  /** The last byte has come. */
  end(): void {
    this.#ended = true;
    this.#takeWaiter()?.resolve(DONE);
  }

  /** No more will come; the reader gets what has come, then `reason`. */
  fail(reason: unknown): void {
    this.#failure = { reason };
    this.#takeWaiter()?.reject(reason);
  }

  /** Like {@link fail}, but what has come is dropped. */
  abort(reason: unknown): void {
    this.#drop();
    this.fail(reason);
  }

  next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const chunk = this.#chunks.shift();
    if (chunk !== undefined) {
      this.#bytes -= chunk.length;
      this.#unpause();
      return Promise.resolve({ done: false, value: chunk });
    }
    if (this.#failure !== undefined) return Promise.reject(this.#failure.reason);
    if (this.#ended) return Promise.resolve(DONE);
    return new Promise((resolve, reject) => {
      this.#waiter = { resolve, reject, arrived: this.#flow.waits() };
    });
  }

  return(): Promise<IteratorReturnResult<undefined>> {
    this.#drop();
    if (!this.#ended && this.#failure === undefined) {
      this.end();
      this.#flow.leave();
    }
    return Promise.resolve(DONE);
  }

  #unpause(): void {
    if (!this.#paused || this.#bytes >= HIGH_WATER / 2) return;
    this.#paused = false;
    this.#flow.resume();
  }

  #drop(): void {
    this.#chunks = [];
    this.#bytes = 0;
  }

  #takeWaiter(): Waiter | undefined {
    const waiter = this.#waiter;
    this.#waiter = undefined;
    waiter?.arrived();
    return waiter;
  }
}

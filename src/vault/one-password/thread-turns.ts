import { unlessAborted, WaitingLine } from "../../core/index.ts";

/** Lets so many calls run at once; the others wait in the order in which they came. */
export class ThreadTurns {
  readonly #line = new WaitingLine<() => void>();
  #free: number;

  constructor(most: number) {
    this.#free = most;
  }

  /**
   * A turn, which ends when it is disposed.
   * @throws the signal's reason
   */
  async take(signal: AbortSignal): Promise<Disposable> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(signal);
    return { [Symbol.dispose]: () => this.#give() };
  }

  async #wait(signal: AbortSignal): Promise<void> {
    const turn = Promise.withResolvers<void>();
    const place = this.#line.add(turn.resolve);
    try {
      await unlessAborted(turn.promise, signal);
    } catch (error) {
      // One that came at the same moment is the next one's.
      if (!place.leave()) this.#give();
      throw error;
    }
  }

  #give(): void {
    const next = this.#line.take();
    if (next === undefined) this.#free += 1;
    else next();
  }
}

import { unlessAborted } from "../../core/index.ts";

/** One piece of work that several callers wait for; it stops when the last of them has left. */
export class SharedRequest<T> {
  readonly #controller = new AbortController();
  readonly #result: Promise<T>;
  #waiting = 0;

  /** Starts the work at once. */
  constructor(run: (signal: AbortSignal) => Promise<T>) {
    this.#result = run(this.#controller.signal);
    // Nobody may be left to hear of its failure.
    this.#result.catch(() => {});
  }

  /** Whether the work was stopped, so that nobody can join any more. */
  get stopped(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Calls `settled` when the work has ended in any way. */
  onSettled(settled: () => void): void {
    this.#result.then(settled, settled);
  }

  /**
   * Waits for the work.
   * @throws the signal's reason, at once, when it aborts
   */
  async join(signal: AbortSignal | undefined): Promise<T> {
    this.#waiting += 1;
    try {
      return await unlessAborted(this.#result, signal);
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0 && signal?.aborted) this.#controller.abort(signal.reason);
    }
  }
}

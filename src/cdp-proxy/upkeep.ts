import { wait, type Clock } from "../core/index.ts";

/** Does things again and again until it is disposed. */
export class Upkeep implements AsyncDisposable {
  readonly #clock: Clock;
  readonly #ms: number;
  readonly #ending = new AbortController();
  readonly #loops: Promise<void>[] = [];

  /** @param ms milliseconds between two times */
  constructor(clock: Clock, ms: number) {
    this.#clock = clock;
    this.#ms = ms;
  }

  /** What fails is tried again the next time; what hangs holds nothing else up. */
  add(run: (call: { readonly signal: AbortSignal }) => Promise<unknown>): void {
    const { signal } = this.#ending;
    this.#loops.push(
      this.#repeat(() => run({ signal })).catch((error: unknown) => {
        if (error !== signal.reason) throw error;
      }),
    );
  }

  /** Resolves when nothing of it runs any more. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#ending.abort();
    await Promise.all(this.#loops);
  }

  async #repeat(run: () => Promise<unknown>): Promise<void> {
    for (;;) {
      await wait(this.#clock, this.#ms, this.#ending.signal);
      // A lease or place that is lost shows when it is used; what is passing is over by the next time.
      await run().catch(() => {});
    }
  }
}

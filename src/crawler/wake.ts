import type { Clock } from "../core/index.ts";

/** Lets one loop sleep until something happens. What happens while it is awake wakes it at once. */
export class Wake {
  readonly #clock: Clock;
  #rung = false;
  #resolve: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Something has happened. */
  ring(): void {
    this.#rung = true;
    this.#resolve?.();
  }

  /** Resolves at the next ring, or after `ms` milliseconds when they are given. */
  async sleep(ms: number | undefined): Promise<void> {
    if (!this.#rung) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#resolve = resolve;
      const cancel = ms === undefined ? undefined : this.#clock.timer(ms, resolve);
      await promise;
      cancel?.();
      this.#resolve = undefined;
    }
    this.#rung = false;
  }
}

import type { Clock } from "../../core/index.ts";

/** Reading the clock costs more than what is done between two looks. */
const LOOK_EVERY = 32;

/** Says when the time for a comparison is over; once over it stays so. */
export class TimeBudget {
  readonly #clock: Clock;
  readonly #end: number;
  #calls = 0;
  #isSpent = false;

  constructor(clock: Clock, ms: number) {
    this.#clock = clock;
    this.#end = clock.monotonic() + ms;
  }

  /** To be asked once for every piece of work; looks at the clock now and then. */
  isSpent(): boolean {
    this.#calls += 1;
    if (this.#calls % LOOK_EVERY === 0 && this.#clock.monotonic() >= this.#end)
      this.#isSpent = true;
    return this.#isSpent;
  }
}

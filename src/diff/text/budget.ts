import type { Clock } from "../../core/index.ts";

/** Steps between two looks at the clock: well under a millisecond. */
const STEPS_PER_LOOK = 16_384;

/** Time that several stages share; looks at the clock now and then. */
export class Budget {
  readonly #clock: Clock;
  readonly #end: number;
  #steps = 0;
  #isSpent = false;

  /** @param ms milliseconds from now */
  constructor(clock: Clock, ms: number) {
    this.#clock = clock;
    this.#end = clock.monotonic() + ms;
  }

  /** Whether it has run out, as of the last look. */
  get isSpent(): boolean {
    return this.#isSpent;
  }

  /** Takes note of work that was done. @returns whether there is time left */
  spend(steps: number): boolean {
    this.#steps += steps;
    if (this.#steps >= STEPS_PER_LOOK) {
      this.#steps = 0;
      this.#isSpent ||= this.#clock.monotonic() >= this.#end;
    }
    return !this.#isSpent;
  }
}

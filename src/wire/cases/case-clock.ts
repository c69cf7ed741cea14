import { systemClock, type Clock } from "../../core/index.ts";

/**
 * Waits up to this long pass at once: paces and pauses between attempts. Longer ones are deadlines, of
 * which that of a probe is the shortest (10 seconds).
 */
const LONGEST_WAIT = 9_000;

/** A clock that begins at a case's time and on which nobody waits for a pace. */
export class CaseClock implements Clock {
  #passed = 0;
  readonly #start: number;

  constructor(start: number) {
    this.#start = start;
  }

  now(): number {
    return this.#start + this.#passed;
  }

  monotonic(): number {
    return this.#passed;
  }

  timer(ms: number, run: () => void): () => void {
    if (ms > LONGEST_WAIT) return systemClock.timer(ms, run);
    return systemClock.timer(0, () => {
      this.#passed += Math.max(0, ms);
      run();
    });
  }
}

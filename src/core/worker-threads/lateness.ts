import type { Clock } from "../clock.ts";

/** Milliseconds for which an owner counts as late whose job ran out of time. */
const LATE_MS = 60_000;
const MOST_KNOWN = 1_000;

/** Remembers whose jobs ran out of time. */
export class Lateness {
  readonly #clock: Clock;
  /** Until when, the oldest first. */
  readonly #until = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  note(owner: string): void {
    if (owner === "") return;
    this.#until.delete(owner);
    this.#until.set(owner, this.#clock.now() + LATE_MS);
    const [oldest] = this.#until.keys();
    if (this.#until.size > MOST_KNOWN && oldest !== undefined) this.#until.delete(oldest);
  }

  /** Whether a job of the owner ran out of time within the last minute. */
  isLate(owner: string): boolean {
    const until = this.#until.get(owner);
    if (until === undefined) return false;
    if (until > this.#clock.now()) return true;
    this.#until.delete(owner);
    return false;
  }
}

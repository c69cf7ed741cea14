import type { Clock } from "../core/index.ts";

const WINDOW_MS = 5_000;

/** How many pages a second were finished of late. */
export class PageRate {
  readonly #clock: Clock;
  readonly #started: number;
  /** Pages by second; at most as many as the window has. */
  readonly #seconds = new Map<number, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#started = clock.monotonic();
  }

  add(): void {
    const second = this.#second();
    this.#seconds.set(second, (this.#seconds.get(second) ?? 0) + 1);
    for (const old of this.#seconds.keys()) {
      if (old > second - WINDOW_MS / 1000) break;
      this.#seconds.delete(old);
    }
  }

  /** Pages per second in the last five seconds, or since the start when that is less. */
  perSecond(): number {
    const now = this.#second();
    let pages = 0;
    for (const [second, count] of this.#seconds) {
      if (second > now - WINDOW_MS / 1000) pages += count;
    }
    const elapsed = Math.min(WINDOW_MS, this.#clock.monotonic() - this.#started);
    return elapsed <= 0 ? 0 : (pages * 1000) / elapsed;
  }

  #second(): number {
    return Math.floor((this.#clock.monotonic() - this.#started) / 1000);
  }
}

import type { Clock } from "dragline";

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/**
 * A clock whose time passes in leaps, as that of a machine which sleeps: what became due meanwhile
 * runs once, late. Hours take no longer than seconds.
 */
export class JumpClock implements Clock {
  readonly #start = Date.UTC(2026, 0, 1);
  #now = this.#start;
  readonly #timers = new Set<Timer>();

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#now - this.#start;
  }

  timer(ms: number, run: () => void): () => void {
    const timer = { at: this.#now + Math.max(0, ms), run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Lets so much time pass at once. */
  async jump(ms: number): Promise<void> {
    this.#now += ms;
    const due = [...this.#timers].filter(({ at }) => at <= this.#now);
    for (const timer of due.toSorted((one, other) => one.at - other.at)) {
      if (this.#timers.delete(timer)) timer.run();
    }
    for (let turn = 0; turn < 5; turn += 1) {
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
  }

  /** The same in leaps that no lease notices. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    while (this.#now < end) await this.jump(Math.min(STEP, end - this.#now));
  }
}

/** Leases are extended more often than they end, which is after 30 s at the earliest. */
const STEP = 5000;

import { checkArgument } from "../core/index.ts";
import type { Clock } from "../core/index.ts";

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** A clock that moves only when told to. */
export class FakeClock implements Clock {
  #now: number;
  readonly #start: number;
  readonly #timers = new Set<Timer>();
  #watchers: (() => void)[] = [];

  /** @param start milliseconds since the Unix epoch @default 2026-01-01T00:00:00Z */
  constructor(start = Date.UTC(2026, 0, 1)) {
    this.#now = start;
    this.#start = start;
  }

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#now - this.#start;
  }

  timer(ms: number, run: () => void): () => void {
    checkArgument("run of timer(ms, run)", run, "function");
    const timer = { at: this.#now + Math.max(0, ms), run };
    this.#timers.add(timer);
    const watchers = this.#watchers;
    this.#watchers = [];
    for (const watch of watchers) watch();
    return () => this.#timers.delete(timer);
  }

  /** How many timers are waiting. */
  get waiting(): number {
    return this.#timers.size;
  }

  /** Milliseconds until the next timer; undefined when none is waiting. */
  get untilNext(): number | undefined {
    const next = this.#next();
    return next === undefined ? undefined : next.at - this.#now;
  }

  /** Resolves when a timer of exactly `ms` (any, when absent) is waiting. */
  async timerOf(ms?: number): Promise<void> {
    while (!this.#has(ms)) {
      await new Promise<void>((resolve) => this.#watchers.push(resolve));
    }
  }

  /** Moves time forward, running every timer that becomes due, each at its own time. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (let next = this.#next(); next !== undefined && next.at <= end; next = this.#next()) {
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
      await turn();
    }
    this.#now = end;
    await turn();
  }

  #has(ms: number | undefined): boolean {
    if (ms === undefined) return this.#timers.size > 0;
    return [...this.#timers].some((timer) => timer.at - this.#now === ms);
  }

  #next(): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) if (next === undefined || timer.at < next.at) next = timer;
    return next;
  }
}

/** One turn of the event loop, so that promise chains started by a timer have run. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

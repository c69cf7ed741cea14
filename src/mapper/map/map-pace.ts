import { wait, type Clock } from "../../core/index.ts";

/** Lets requests go, so many at once, and to one host no sooner than it asks for. */
export class MapPace {
  readonly #clock: Clock;
  #free: number;
  readonly #waiting = new Set<() => void>();
  /** By host: when the next request may start, and until when none may, on the monotonic clock. */
  readonly #next = new Map<string, number>();
  readonly #paused = new Map<string, number>();

  /** @param slots requests under way at once */
  constructor(clock: Clock, slots: number) {
    this.#clock = clock;
    this.#free = slots;
  }

  /** Leaves a host alone for so many milliseconds. */
  pause(host: string, ms: number): void {
    const until = this.#clock.monotonic() + ms;
    this.#paused.set(host, Math.max(until, this.#paused.get(host) ?? 0));
  }

  /**
   * Runs a request when its turn has come.
   * @param gapMs least milliseconds between the starts of two requests to the host
   * @throws what `request` throws; the signal's reason
   */
  async run<Result>(
    turn: { readonly host: string; readonly gapMs: number; readonly signal: AbortSignal },
    request: () => Promise<Result>,
  ): Promise<Result> {
    await this.#enter(turn);
    try {
      return await request();
    } finally {
      this.#release();
    }
  }

  async #enter({ host, gapMs, signal }: Parameters<MapPace["run"]>[0]): Promise<void> {
    const now = this.#clock.monotonic();
    const start = Math.max(now, this.#next.get(host) ?? 0);
    if (gapMs > 0) this.#next.set(host, start + gapMs);
    for (;;) {
      await this.#until(start, signal);
      // While it waits for a slot, or for its time, the host may ask to be left alone.
      for (let end = this.#pauseOf(host); end > 0; end = this.#pauseOf(host)) {
        await this.#until(end, signal);
      }
      await this.#slot(signal);
      if (this.#pauseOf(host) === 0) return;
      this.#release();
    }
  }

  async #until(time: number, signal: AbortSignal): Promise<void> {
    const left = time - this.#clock.monotonic();
    if (left > 0) await wait(this.#clock, left, signal);
    signal.throwIfAborted();
  }

  /** Until when the host is left alone; 0 when it is not. */
  #pauseOf(host: string): number {
    const end = this.#paused.get(host) ?? 0;
    return end > this.#clock.monotonic() ? end : 0;
  }

  #slot(signal: AbortSignal): Promise<void> | undefined {
    if (this.#free > 0) {
      this.#free -= 1;
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const take = (): void => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.delete(take);
        reject(signal.reason);
      };
      this.#waiting.add(take);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  #release(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free += 1;
    else {
      this.#waiting.delete(next);
      next();
    }
  }
}

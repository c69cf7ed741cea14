import type { Clock } from "../../core/index.ts";

/** What is called after which silence. */
interface SilenceCall {
  /** Milliseconds of silence. */
  readonly ms: number;
  readonly onEnd: () => void;
  /** How much waits that goes by itself. */
  readonly waiting: () => number;
}

/**
 * Calls once when nothing has broken the silence for a time; breaking it costs no timer. What waits
 * and goes by itself, such as the bytes for a slow client, breaks it when there is less of it than
 * half of the time before.
 */
export class Silence {
  readonly #clock: Clock;
  readonly #ms: number;
  readonly #onEnd: () => void;
  readonly #waiting: () => number;
  #last: number;
  #seen: number;
  #cancel: () => void;

  constructor(clock: Clock, { ms, onEnd, waiting }: SilenceCall) {
    this.#clock = clock;
    this.#ms = ms;
    this.#onEnd = onEnd;
    this.#waiting = waiting;
    this.#seen = waiting();
    this.#last = clock.monotonic();
    this.#cancel = clock.timer(Math.ceil(ms / 2), () => this.#look());
  }

  broken(): void {
    this.#last = this.#clock.monotonic();
  }

  stop(): void {
    this.#cancel();
  }

  #look(): void {
    const waiting = this.#waiting();
    if (waiting < this.#seen) this.broken();
    this.#seen = waiting;
    const left = this.#last + this.#ms - this.#clock.monotonic();
    if (left <= 0) {
      this.#onEnd();
      return;
    }
    // A timer may fire a part of a millisecond early: never in a loop without a pause.
    const pause = Math.max(1, Math.ceil(Math.min(left, this.#ms / 2)));
    this.#cancel = this.#clock.timer(pause, () => this.#look());
  }
}

import type { Clock } from "../../core/index.ts";

/** Calls once when nothing has broken the silence for a time; breaking it costs no timer. */
export class Silence {
  readonly #clock: Clock;
  readonly #ms: number;
  readonly #onEnd: () => void;
  #last: number;
  #cancel: () => void;

  /** @param ms milliseconds of silence */
  constructor(clock: Clock, ms: number, onEnd: () => void) {
    this.#clock = clock;
    this.#ms = ms;
    this.#onEnd = onEnd;
    this.#last = clock.monotonic();
    this.#cancel = clock.timer(ms, () => this.#look());
  }

  broken(): void {
    this.#last = this.#clock.monotonic();
  }

  stop(): void {
    this.#cancel();
  }

  #look(): void {
    const left = this.#last + this.#ms - this.#clock.monotonic();
    if (left <= 0) this.#onEnd();
    // A timer may fire a part of a millisecond early: never in a loop without a pause.
    else this.#cancel = this.#clock.timer(Math.max(1, Math.ceil(left)), () => this.#look());
  }
}

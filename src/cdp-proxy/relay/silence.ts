import type { Clock } from "../../core/index.ts";

/** What is called after which silence. */
export interface SilenceCall {
  /** Milliseconds of silence. */
  readonly ms: number;
  readonly onEnd: () => void;
  /** Where something stands that moves by itself. */
  readonly place: () => number;
}

/**
 * Calls once when nothing has broken the silence for a time; breaking it costs no timer. What moves
 * by itself, such as the bytes that wait for a slow client, breaks it when it has moved.
 */
export class Silence {
  readonly #clock: Clock;
  readonly #ms: number;
  readonly #onEnd: () => void;
  readonly #place: () => number;
  #last: number;
  #seen: number;
  #cancel: () => void;

  constructor(clock: Clock, { ms, onEnd, place }: SilenceCall) {
    this.#clock = clock;
    this.#ms = ms;
    this.#onEnd = onEnd;
    this.#place = place;
    this.#seen = place();
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
    const place = this.#place();
    if (place !== this.#seen) this.broken();
    this.#seen = place;
    const left = this.#last + this.#ms - this.#clock.monotonic();
    if (left <= 0) this.#onEnd();
    // A timer may fire a part of a millisecond early: never in a loop without a pause.
    else this.#cancel = this.#clock.timer(Math.max(1, Math.ceil(left)), () => this.#look());
  }
}

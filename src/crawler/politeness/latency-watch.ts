/** The weight of the latest answer in the smoothed latency. */
const WEIGHT = 0.2;

/** Answers before a host's best is known. */
const FIRST_ANSWERS = 5;

/** How far the best follows at each answer, so that a site that has become slow is slow, not ill. */
const DRIFT = 0.01;

/** Latencies below are never high: so much can come of our own machine being busy. */
const HIGH_MS = 2_000;

/** How many times its best a host's latency is when it is high. */
const HIGH_TIMES = 4;

/** How long a host takes to answer, and whether that has become much longer. */
export class LatencyWatch {
  #answers = 0;
  #smoothedMs = 0;
  #bestMs = Number.POSITIVE_INFINITY;

  /** The usual latency in milliseconds; 0 before the first answer. */
  get usualMs(): number {
    return this.#smoothedMs;
  }

  /** Whether answers take over two seconds, and over four times what the host can do. */
  get isHigh(): boolean {
    return this.#smoothedMs > Math.max(HIGH_MS, HIGH_TIMES * this.#bestMs);
  }

  /** Takes note of one answer's latency, in milliseconds. */
  add(ms: number): void {
    this.#answers += 1;
    const weight = Math.max(WEIGHT, 1 / this.#answers);
    this.#smoothedMs += (ms - this.#smoothedMs) * weight;
    if (this.#answers < FIRST_ANSWERS) return;
    if (this.#smoothedMs < this.#bestMs) this.#bestMs = this.#smoothedMs;
    else this.#bestMs += (this.#smoothedMs - this.#bestMs) * DRIFT;
  }
}

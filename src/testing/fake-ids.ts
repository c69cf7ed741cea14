import type { Ids } from "../core/index.ts";

/** Identifiers that count up and chance that repeats from a seed. */
export class FakeIds implements Ids {
  #count = 0;
  #state: number;

  /** @param seed of the sequence of {@link random} @default 1 */
  constructor(seed = 1) {
    this.#state = seed >>> 0;
  }

  uuid(): string {
    this.#count += 1;
    return `00000000-0000-4000-8000-${this.#count.toString(16).padStart(12, "0")}`;
  }

  token(bytes: number): string {
    this.#count += 1;
    const length = Math.ceil((bytes * 4) / 3);
    return this.#count.toString(36).padStart(length, "0").slice(-length);
  }

  /** The mulberry32 sequence of the seed. */
  random(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

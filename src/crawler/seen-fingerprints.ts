import { NO_FINGERPRINT } from "./fingerprint.ts";

const BANDS = 4;
const BUCKETS = 65_536;

/** So many of one bucket are looked at, the newest first, however many a hostile site puts there. */
const MOST_COMPARED = 4_096;

/**
 * The fingerprints of the last pages, for the question whether there was one like this. Of two
 * fingerprints that differ in up to three bits, at least one quarter is equal: each is kept under
 * its four quarters, and only those that share one are compared.
 */
export class SeenFingerprints {
  readonly #capacity: number;
  readonly #low: Uint32Array;
  readonly #high: Uint32Array;
  /** By band and quarter, the number of the newest there; 0 when there is none. */
  readonly #newest = new Uint32Array(BANDS * BUCKETS);
  /** By band and place, the number of the one before in the same bucket. */
  readonly #before: Uint32Array;
  /** How many were added; each has its number, from 1, and the place `number % capacity`. */
  #added = 0;

  /** @param capacity how many are remembered, the latest; 1 or more. About 24 bytes each. */
  constructor(capacity = 200_000) {
    this.#capacity = capacity;
    this.#low = new Uint32Array(capacity);
    this.#high = new Uint32Array(capacity);
    this.#before = new Uint32Array(BANDS * capacity);
  }

  /** How many are remembered. */
  get size(): number {
    return Math.min(this.#added, this.#capacity);
  }

  /**
   * Whether one was added that differs from `fingerprint` in at most `within` bits.
   * @param within 0 to 3
   */
  has(fingerprint: string, within = 3): boolean {
    if (fingerprint === NO_FINGERPRINT) return false;
    const [high, low] = halves(fingerprint);
    for (let band = 0; band < BANDS; band += 1) {
      if (this.#isNear({ high, low, within }, band)) return true;
    }
    return false;
  }

  /** Remembers one more, in place of the oldest when there are as many as can be. */
  add(fingerprint: string): void {
    if (fingerprint === NO_FINGERPRINT) return;
    const [high, low] = halves(fingerprint);
    this.#added += 1;
    const place = this.#added % this.#capacity;
    this.#high[place] = high;
    this.#low[place] = low;
    for (let band = 0; band < BANDS; band += 1) {
      const bucket = bucketOf(high, low, band);
      this.#before[band * this.#capacity + place] = this.#newest[bucket] ?? 0;
      this.#newest[bucket] = this.#added;
    }
  }

  #isNear({ high, low, within }: Sought, band: number): boolean {
    // Numbers fall along a bucket; from the first one that was replaced, all the rest were.
    const oldest = Math.max(1, this.#added - this.#capacity + 1);
    let number = this.#newest[bucketOf(high, low, band)] ?? 0;
    for (let left = MOST_COMPARED; number >= oldest && left > 0; left -= 1) {
      const place = number % this.#capacity;
      const different =
        bitsOf((this.#high[place] ?? 0) ^ high) + bitsOf((this.#low[place] ?? 0) ^ low);
      if (different <= within) return true;
      number = this.#before[band * this.#capacity + place] ?? 0;
    }
    return false;
  }
}

interface Sought {
  readonly high: number;
  readonly low: number;
  readonly within: number;
}

function halves(fingerprint: string): readonly [high: number, low: number] {
  return [Number.parseInt(fingerprint.slice(0, 8), 16), Number.parseInt(fingerprint.slice(8), 16)];
}

function bucketOf(high: number, low: number, band: number): number {
  const half = band < 2 ? low : high;
  const quarter = band % 2 === 0 ? half & 0xffff : half >>> 16;
  return band * BUCKETS + quarter;
}

/** How many bits of 32 are set (Hacker's Delight, 5-1). */
function bitsOf(value: number): number {
  let bits = value - ((value >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

import { NO_FINGERPRINT } from "./fingerprint.ts";

const BANDS = 4;
const BUCKETS = 65_536;

/** So many of one bucket are looked at, the newest first, however many a hostile site puts there. */
const MOST_COMPARED = 4_096;

/**
 * The fingerprints of the last pages, for the question whether there was one like this. Of two
 * fingerprints that differ in up to three bits at least one quarter is equal: each is kept under
 * its four quarters, and only those that share one are compared.
 */
export class SeenFingerprints {
  readonly #capacity: number;
  readonly #low: Uint32Array;
  readonly #high: Uint32Array;
  /** By place, a hash of the page's URL. */
  readonly #url: Int32Array;
  /** By band and quarter, the number of the newest there; 0 when there is none. */
  readonly #newest = new Uint32Array(BANDS * BUCKETS);
  /** By band and place, the number of the one before in the same bucket. */
  readonly #before: Uint32Array;
  /** How many were added; each has its number, from 1, and the place `number % capacity`. */
  #added = 0;

  /** @param capacity how many are remembered, the latest; 1 or more. 28 bytes each, and 1 MiB. */
  constructor(capacity = 200_000) {
    this.#capacity = capacity;
    this.#low = new Uint32Array(capacity);
    this.#high = new Uint32Array(capacity);
    this.#url = new Int32Array(capacity);
    this.#before = new Uint32Array(BANDS * capacity);
  }

  /** How many are remembered. */
  get size(): number {
    return Math.min(this.#added, this.#capacity);
  }

  /**
   * Remembers a page, in place of the oldest when there are as many as can be. False: one like it
   * was remembered under another URL, and this one is not. A page without words is like no other.
   * @param within bits in which pages that are alike may differ; 0 to 3
   */
  add(url: string, fingerprint: string, within = 3): boolean {
    if (fingerprint === NO_FINGERPRINT) return true;
    const page = { ...halves(fingerprint), url: hashOf(url), within };
    for (let band = 0; band < BANDS; band += 1) if (this.#isNear(page, band)) return false;
    this.#remember(page);
    return true;
  }

  #remember({ low, high, url }: Page): void {
    this.#added += 1;
    const place = this.#added % this.#capacity;
    this.#low[place] = low;
    this.#high[place] = high;
    this.#url[place] = url;
    for (let band = 0; band < BANDS; band += 1) {
      const bucket = bucketOf(low, high, band);
      this.#before[band * this.#capacity + place] = this.#newest[bucket] ?? 0;
      this.#newest[bucket] = this.#added;
    }
  }

  #isNear({ low, high, url, within }: Page & { readonly within: number }, band: number): boolean {
    // Numbers fall along a bucket; from the first one that was replaced, all the rest were.
    const oldest = Math.max(1, this.#added - this.#capacity + 1);
    let number = this.#newest[bucketOf(low, high, band)] ?? 0;
    for (let left = MOST_COMPARED; number >= oldest && left > 0; left -= 1) {
      const place = number % this.#capacity;
      const different =
        bitsOf((this.#low[place] ?? 0) ^ low) + bitsOf((this.#high[place] ?? 0) ^ high);
      if (different <= within && this.#url[place] !== url) return true;
      number = this.#before[band * this.#capacity + place] ?? 0;
    }
    return false;
  }
}

interface Page {
  readonly low: number;
  readonly high: number;
  readonly url: number;
}

function halves(fingerprint: string): { readonly low: number; readonly high: number } {
  return {
    high: Number.parseInt(fingerprint.slice(0, 8), 16),
    low: Number.parseInt(fingerprint.slice(8), 16),
  };
}

/** FNV-1a over UTF-16 code units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash | 0;
}

function bucketOf(low: number, high: number, band: number): number {
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

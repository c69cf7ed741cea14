const BITS = 32;

/** Counters of eight bits, four to a number, so that one addition counts four bits of a hash. */
const LANES = 0x01010101;

/** What a counter of eight bits can hold. */
const FULL = 255;

/** Counts, of each bit of 64-bit hashes, how often it is set. */
export class BitVotes {
  /** Number n counts bits n, n + 8, n + 16 and n + 24; the low half's first, then the high one's. */
  readonly #lanes = new Int32Array(16);
  readonly #low = new Int32Array(BITS);
  readonly #high = new Int32Array(BITS);
  #unspread = 0;
  #hashes = 0;

  add(low: number, high: number): void {
    const lanes = this.#lanes;
    for (let bit = 0; bit < 8; bit += 1) {
      lanes[bit] = (lanes[bit] ?? 0) + ((low >>> bit) & LANES);
      lanes[bit + 8] = (lanes[bit + 8] ?? 0) + ((high >>> bit) & LANES);
    }
    this.#unspread += 1;
    if (this.#unspread === FULL) this.#spread();
  }

  /** The bits that are set in more than half of the hashes. */
  majority(): { readonly low: number; readonly high: number } {
    this.#spread();
    return { low: winners(this.#low, this.#hashes), high: winners(this.#high, this.#hashes) };
  }

  #spread(): void {
    for (let bit = 0; bit < BITS; bit += 1) {
      const lane = bit % 8;
      const shift = bit - lane;
      this.#low[bit] = (this.#low[bit] ?? 0) + (((this.#lanes[lane] ?? 0) >>> shift) & FULL);
      this.#high[bit] = (this.#high[bit] ?? 0) + (((this.#lanes[lane + 8] ?? 0) >>> shift) & FULL);
    }
    this.#lanes.fill(0);
    this.#hashes += this.#unspread;
    this.#unspread = 0;
  }
}

function winners(votes: Int32Array, hashes: number): number {
  let set = 0;
  for (let bit = 0; bit < BITS; bit += 1) if ((votes[bit] ?? 0) * 2 > hashes) set |= 1 << bit;
  return set;
}

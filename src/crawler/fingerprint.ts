import { BitVotes } from "./fingerprint-votes.ts";
import { readWords, type WordTaker } from "./fingerprint-words.ts";

/** The fingerprint of a text without words; it is near to nothing, not even to itself. */
export const NO_FINGERPRINT = "0000000000000000";

/** Below so many words one word is too much of the text: only equal texts are near. */
const FEWEST_WORDS = 20;

/** What comes after these words of a page makes no difference. */
const MOST_WORDS = 200_000;

/**
 * Sixteen hexadecimal digits that are alike where texts are alike: a 64-bit simhash (Charikar,
 * 2002) of all runs of three words, of which two pages that differ in a date or a counter differ in
 * few bits. Case and punctuation make no difference, digits do. A text of fewer than 20 words gives
 * a plain hash, one without words {@link NO_FINGERPRINT}; words from the 200,001st on are ignored.
 */
export function fingerprint(text: string): string {
  const shingles = new Shingles();
  const words = readWords(text.toLowerCase(), MOST_WORDS, shingles);
  if (words === 0) return NO_FINGERPRINT;
  return words < FEWEST_WORDS ? shingles.order() : shingles.majority();
}

/** Reads words: a hash of all, and the votes of each three in a row. */
class Shingles implements WordTaker {
  readonly #votes = new BitVotes();
  #before = 0;
  #last = 0;
  #words = 0;
  #orderLow = 0;
  #orderHigh = 0;

  take(word: number): void {
    this.#words += 1;
    this.#orderLow = scramble(this.#orderLow ^ word);
    this.#orderHigh = scramble(Math.imul(this.#orderHigh, 31) + word);
    if (this.#words > 2) {
      const low = scramble(Math.imul(scramble(this.#before) + this.#last, 0x9e3779b1) ^ word);
      this.#votes.add(low, scramble(Math.imul(low, 0x85ebca6b) + 0x27d4eb2f));
    }
    this.#before = this.#last;
    this.#last = word;
  }

  /** A hash of all words in their order. */
  order(): string {
    return digits(this.#orderHigh) + digits(this.#orderLow);
  }

  /** The simhash. */
  majority(): string {
    const { low, high } = this.#votes.majority();
    return digits(high) + digits(low);
  }
}

/** The finishing step of MurmurHash3: each bit of the value changes about half of the result's. */
function scramble(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

function digits(half: number): string {
  return (half >>> 0).toString(16).padStart(8, "0");
}

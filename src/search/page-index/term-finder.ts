import { termsOfWord, wordsOf, type Stemming } from "./terms-of.ts";

/** Where a term stands in a text. */
export interface TermPlace {
  /** Its place in the question. */
  readonly term: number;
  /** Terms before it in the text. */
  readonly at: number;
}

/** The terms of a question in a text. */
export interface FoundTerms {
  readonly places: readonly TermPlace[];
  /** How many terms the text has. */
  readonly length: number;
}

/**
 * Finds the terms of one question in many texts. Most words are none of them, which their first two
 * letters tell: stemming changes ends only.
 */
export class TermFinder {
  readonly #terms: ReadonlyMap<string, number>;
  /** By the two first letters of a plain word: whether a term begins so. */
  readonly #begins = new Uint8Array(1024);

  /** @param terms the place of each form of a term */
  constructor(terms: ReadonlyMap<string, number>) {
    this.#terms = terms;
    for (const form of terms.keys()) this.#begins[beginning(form)] = 1;
  }

  find(text: string, stemming: Stemming): FoundTerms {
    const places: TermPlace[] = [];
    let at = 0;
    for (const word of wordsOf(text)) {
      if (word.charCodeAt(0) < PLAIN && this.#begins[beginning(word)] === 0 && isPlain(word)) {
        at += 1;
        continue;
      }
      for (const name of termsOfWord(word, stemming)) {
        const term = this.#terms.get(name);
        if (term !== undefined) places.push({ term, at });
        at += 1;
      }
    }
    return { places, length: at };
  }
}

/** The first character that is no plain one. */
const PLAIN = 128;

/** The same for small letters and capitals. */
function beginning(word: string): number {
  return ((word.charCodeAt(0) & 31) << 5) | (word.charCodeAt(1) & 31);
}

/** Whether the beginning of a word is that of its term, and the term is one. */
function isPlain(word: string): boolean {
  for (let at = 1; at < word.length; at += 1) if (word.charCodeAt(at) >= PLAIN) return false;
  return true;
}

import { termsOfWord, wordsOf, type PageStemming } from "./terms-of.ts";

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
  /** By form of one word. */
  readonly #terms = new Map<string, number[]>();
  /** By the first word of a form of two, and the second. */
  readonly #pairs = new Map<string, Map<string, number[]>>();
  /** By the two first letters of a plain word: whether a term begins so. */
  readonly #begins = new Uint8Array(1024);

  /** @param terms the forms of each term */
  constructor(terms: readonly { readonly forms: readonly string[] }[]) {
    for (const [place, { forms }] of terms.entries()) {
      for (const form of forms) this.#add(form, place);
    }
  }

  find(text: string, stemming: PageStemming): FoundTerms {
    const places: TermPlace[] = [];
    let at = 0;
    let following: ReadonlyMap<string, readonly number[]> | undefined;
    for (const word of wordsOf(text)) {
      if (isLetters(word) && this.#begins[beginning(word)] === 0) {
        at += 1;
        following = undefined;
        continue;
      }
      for (const name of termsOfWord(word, stemming)) {
        for (const term of this.#terms.get(name) ?? []) places.push({ term, at });
        for (const term of following?.get(name) ?? []) places.push({ term, at });
        following = this.#pairs.get(name);
        at += 1;
      }
    }
    return { places, length: at };
  }

  #add(form: string, place: number): void {
    const [first = "", second] = form.split(" ");
    this.#begins[beginning(first)] = 1;
    if (second === undefined) {
      this.#terms.set(first, [...(this.#terms.get(first) ?? []), place]);
      return;
    }
    this.#begins[beginning(second)] = 1;
    const seconds = this.#pairs.get(first) ?? new Map<string, number[]>();
    this.#pairs.set(first, seconds.set(second, [...(seconds.get(second) ?? []), place]));
  }
}

/** The same for small letters and capitals. */
function beginning(word: string): number {
  return ((word.charCodeAt(0) & 31) << 5) | (word.charCodeAt(1) & 31);
}

/** Whether the beginning of a word is that of its term: of plain letters, no number or version. */
function isLetters(word: string): boolean {
  const first = word.charCodeAt(0);
  if (first <= NINE || (first | 32) === V) return false;
  for (let at = 0; at < word.length; at += 1) if (word.charCodeAt(at) >= PLAIN) return false;
  return true;
}

/** The first character that is no plain one, the last digit, and what versions begin with. */
const [PLAIN, NINE, V] = [128, 57, 118];

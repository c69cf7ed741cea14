import { type PageStemming, termsOfWord, wordsOf } from "../../evidence/index.ts";

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

/** A name of a word, with the terms that have it. */
interface KnownName {
  readonly name: string;
  readonly terms: readonly number[];
  /** By the second word of a form of two that begins with it. */
  readonly seconds: ReadonlyMap<string, readonly number[]> | undefined;
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
  /** By stemming and word. */
  readonly #words: Partial<Record<PageStemming, Map<string, readonly KnownName[]>>> = {};
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
      if (word.charCodeAt(0) < PLAIN && this.#begins[beginning(word)] === 0 && isPlain(word)) {
        at += 1;
        following = undefined;
        continue;
      }
      for (const { name, terms, seconds } of this.#namesOf(word, stemming)) {
        for (const term of terms) places.push({ term, at });
        for (const term of following?.get(name) ?? none) places.push({ term, at });
        following = seconds;
        at += 1;
      }
    }
    return { places, length: at };
  }

  /** What a word is known by, remembered: most words come again. */
  #namesOf(word: string, stemming: PageStemming): readonly KnownName[] {
    const known = this.#words[stemming] ?? new Map<string, readonly KnownName[]>();
    this.#words[stemming] = known;
    const found = known.get(word);
    if (found !== undefined) return found;
    const names = termsOfWord(word, stemming).map((name) => ({
      name,
      terms: this.#terms.get(name) ?? [],
      seconds: this.#pairs.get(name),
    }));
    known.set(word, names);
    return names;
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

const none: readonly number[] = [];

/** The first character that is no plain one. */
const PLAIN = 128;

/** The same for small letters and capitals. */
function beginning(word: string): number {
  return ((word.charCodeAt(0) & 31) << 5) | (word.charCodeAt(1) & 31);
}

/** Whether the beginning of a word is that of its term, and the term is one; not of `5,000`. */
function isPlain(word: string): boolean {
  for (let at = 1; at < word.length; at += 1) {
    const code = word.charCodeAt(at);
    if (code >= PLAIN || code === POINT || code === COMMA || code === APOSTROPHE) return false;
  }
  return true;
}

const [POINT, COMMA, APOSTROPHE] = [46, 44, 39];

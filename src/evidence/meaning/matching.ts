import { meaningsOf } from "./synonyms.ts";
import type { SaidText, Token } from "./said-text.ts";
import { isFormOf, stemsOf } from "./word-forms.ts";

/** Places of one word that are kept: who repeats it more often says no more by it. */
const MOST_PLACES = 64;
/** Distinct words of one beginning that are compared. */
const MOST_RIVALS = 200;

/** Where words of a text stand, by their forms and by words of the same meaning. */
export class WordPlaces {
  readonly #isEnglish: boolean;
  /** Whether what has been done begins with `ge`, as in German and Dutch. */
  readonly #hasPrefix: boolean;
  readonly #byKey = new Map<string, Token[]>();
  /** Distinct keys by their beginning, by stem and by meaning. */
  readonly #alike = new Map<string, Set<string>>();
  readonly #known = new Map<string, readonly Token[]>();

  constructor({ words, language }: SaidText) {
    this.#isEnglish = language === "en";
    this.#hasPrefix = language === "de" || language === "nl";
    for (const word of words) {
      const places = this.#byKey.get(word.key);
      if (places === undefined) {
        this.#byKey.set(word.key, [word]);
        for (const mark of this.#marksOf(word.key)) this.#note(mark, word.key);
      } else if (places.length < MOST_PLACES) places.push(word);
    }
  }

  /** The places of a folded word, of its forms, and of words that say the same. */
  of(key: string): readonly Token[] {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const keys = new Set<string>();
    for (const mark of this.#marksOf(key)) {
      for (const other of this.#alike.get(mark) ?? []) {
        if (!mark.startsWith("^") || this.#isFormOf(key, other)) keys.add(other);
      }
    }
    const found = [...keys]
      .flatMap((each) => this.#byKey.get(each) ?? [])
      .toSorted((a, b) => a.at - b.at);
    this.#known.set(key, found);
    return found;
  }

  #marksOf(key: string): string[] {
    const meanings = meaningsOf(key).map((group) => `#${group}`);
    const own = this.#isEnglish ? plainOf(key) : bareOf(key);
    if (this.#isEnglish) return [...stemsOf(own), ...meanings, ...partsOf(key)];
    const starts = [own, this.#bare(own)].map((each) => `^${each.slice(0, 3)}`);
    return [own, ...new Set(starts), ...meanings, ...partsOf(key)];
  }

  #isFormOf(one: string, two: string): boolean {
    return (
      isFormOf(one, two, false) ||
      (this.#hasPrefix && isFormOf(this.#bare(one), this.#bare(two), false))
    );
  }

  #bare(key: string): string {
    return this.#hasPrefix ? key.replace(/^ge(?=\p{L}{4})/u, "") : key;
  }

  #note(mark: string, key: string): void {
    const keys = this.#alike.get(mark) ?? new Set();
    if (keys.size < MOST_RIVALS) keys.add(key);
    this.#alike.set(mark, keys);
  }
}

/** A word without marks on its letters, which English writes or leaves out: `café`. */
function plainOf(key: string): string {
  return key.normalize("NFD").replace(/\p{M}/gu, "");
}

/** The parts of a word of several: `Brandt-Kjell`. */
function partsOf(key: string): string[] {
  const parts = key.split(/[-'./]/).filter((part) => part.length > 2);
  return parts.length > 1 ? parts : [];
}

/** Letters that lean on a word in Arabic, Hebrew and Korean, and say no more than a small word. */
const LEANING: readonly (readonly [RegExp, string])[] = [
  [/^(?:وال|بال|كال|فال|لل|ال|و|ب|ل)(?=\p{sc=Arab}{3})/u, ""],
  [/(?<=\p{sc=Arab}{3})(?:ا|ة|ه)$/u, ""],
  [/^[הובלכמש](?=\p{sc=Hebr}{3})/u, ""],
  [/(?<=\p{sc=Hang}{1,8})(?:에서|으로|은|는|이|가|을|를|에|의|로|와|과|도)$/u, ""],
];

function bareOf(key: string): string {
  return LEANING.reduce((word, [form, instead]) => word.replace(form, instead), key);
}

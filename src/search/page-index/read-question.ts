import {
  isStopWord,
  lightLanguages,
  type PageStemming,
  termsOf,
  termsOfWord,
  wordsOf,
} from "../../evidence/index.ts";
import { queryPartsOf, type QueryPhrase, type QuerySite } from "./query-parts.ts";
import { spellingsOf, type Spelling } from "./word-spellings.ts";

/** What one word of a query is known by. */
export interface QueryTerm {
  /**
   * As it would stand in an English page, and in others; a form of two words has a space between
   * them. None twice.
   */
  readonly forms: readonly string[];
  /** As it was asked for. */
  readonly word: string;
  /** Whether it says little of what is asked for: a word like "how" or "the". */
  readonly isStop: boolean;
}

/** Words that have to stand in a row. */
export interface NeededPhrase {
  /** Terms in order, in each way of knowing them; at least one. */
  readonly forms: readonly (readonly string[])[];
  readonly inTitle: boolean;
}

/** A query, read. */
export interface Question {
  /** As it was asked. */
  readonly query: string;
  /** None twice. */
  readonly terms: readonly QueryTerm[];
  /** The words in their order, as places among the terms. */
  readonly order: readonly number[];
  /** What the terms may also be written as. */
  readonly spellings: readonly Spelling[];
  /** Of each list a page has to have one. */
  readonly needed: readonly (readonly NeededPhrase[])[];
  /** No page may have one. */
  readonly excluded: readonly NeededPhrase[];
  /** Of `site:`; any of them. */
  readonly sites: readonly QuerySite[];
  /** Of `-site:`; none of them. */
  readonly otherSites: readonly QuerySite[];
  /** Operators that were left out. */
  readonly strange: readonly string[];
}

const stemmings: readonly PageStemming[] = ["english", "none", ...lightLanguages];

/** Reads a query as people type it: words, phrases in quotation marks, operators. */
export function readQuestion(query: string): Question {
  const { text, needed, excluded, either, ...rest } = queryPartsOf(query);
  const list = new TermList(either);
  const words = wordsOf(text).map((word) => ({ word, places: list.add(word) }));
  return {
    ...rest,
    query,
    terms: list.terms,
    order: words.flatMap(({ places }) => places),
    spellings: spellingsOf(text, words),
    needed: needed.map(phrasesOf).filter((any) => any.length > 0),
    excluded: phrasesOf(excluded),
  };
}

/** The terms of a query; words of which one will do are one term. */
class TermList {
  readonly terms: { forms: readonly string[]; readonly word: string; readonly isStop: boolean }[] =
    [];
  readonly #places = new Map<string, number>();
  /** By word: the first of those that it stands for. */
  readonly #first = new Map<string, string>();

  constructor(either: readonly (readonly string[])[]) {
    for (const words of either) {
      for (const word of words) this.#first.set(word.toLowerCase(), words[0] ?? word);
    }
  }

  /** The places of a word's terms. */
  add(word: string): number[] {
    const first = this.#first.get(word.toLowerCase());
    const forms = formsOf(word);
    if (first === undefined || forms.length !== 1)
      return forms.map((each) => this.#add(each, word));
    const key = formsOf(first)[0] ?? [];
    const place = this.#add(key, word);
    const term = this.terms[place];
    if (term !== undefined) term.forms = [...new Set([...term.forms, ...(forms[0] ?? [])])];
    return [place];
  }

  #add(forms: readonly string[], word: string): number {
    const key = forms[0] ?? "";
    const place = this.#places.get(key) ?? this.terms.length;
    if (place === this.terms.length) {
      this.#places.set(key, place);
      this.terms.push({ forms, word, isStop: isStopWord(word.toLowerCase()) });
    }
    return place;
  }
}

/** A word's terms, each by its forms. */
export function formsOf(word: string): string[][] {
  const ways = stemmings.map((stemming) => termsOfWord(word, stemming));
  return (ways[0] ?? []).map((_, index) => [...new Set(ways.flatMap((way) => way[index] ?? []))]);
}

function phrasesOf(phrases: readonly QueryPhrase[]): NeededPhrase[] {
  return phrases.flatMap(({ text, inTitle }) => {
    const ways = stemmings.map((stemming) => termsOf(text, stemming));
    const forms = [...new Map(ways.map((way) => [way.join(" "), way])).values()];
    return ways[0]?.length ? [{ forms, inTitle }] : [];
  });
}

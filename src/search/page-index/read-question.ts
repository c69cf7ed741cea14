import { termsOf, termsOfWord, wordsOf } from "./terms-of.ts";

/** What one word of a query is known by. */
export interface QueryTerm {
  /** As it would stand in an English page, and in others; one where both are the same. */
  readonly forms: readonly string[];
}

/** Where pages have to be. */
export interface QuerySite {
  /** Host or a domain above it, in small letters. */
  readonly host: string;
  /** What paths have to begin with; empty for all. */
  readonly path: string;
}

/** A query, read. */
export interface Question {
  /** None twice. */
  readonly terms: readonly QueryTerm[];
  /** The words in their order, as places among the terms. */
  readonly order: readonly number[];
  /** What stood in quotation marks: terms in order, in each way of knowing them. */
  readonly phrases: readonly (readonly (readonly string[])[])[];
  /** Of `site:`; any of them. */
  readonly sites: readonly QuerySite[];
}

const SITE = /(?<=^|\s)site:(?:https?:\/\/)?([^\s/"]+)(\/[^\s"]*)?/giu;
const QUOTED = /"([^"]+)"|“([^“”]+)”|„([^„“”]+)[“”]|«([^«»]+)»|「([^「」]+)」/gu;

/** Reads a query as people type it: words, phrases in quotation marks, `site:host`. */
export function readQuestion(query: string): Question {
  const sites: QuerySite[] = [];
  const text = query.replaceAll(SITE, (_, host: string, path = "") => {
    sites.push({ host: hostOf(host), path });
    return " ";
  });
  const terms = new Map<string, number>();
  const list: QueryTerm[] = [];
  const order: number[] = [];
  for (const word of wordsOf(text)) {
    for (const forms of formsOf(word)) {
      const key = forms.join(" ");
      const place = terms.get(key) ?? list.length;
      if (place === list.length) {
        terms.set(key, place);
        list.push({ forms });
      }
      order.push(place);
    }
  }
  return { terms: list, order, phrases: phrasesOf(text), sites };
}

function hostOf(text: string): string {
  const host = text.toLowerCase().replace(/^[.*]+|\.+$/g, "");
  return URL.parse(`http://${host}`)?.host ?? host;
}

/** A word's terms, each by its forms. */
function formsOf(word: string): string[][] {
  const stems = termsOfWord(word, "english");
  return termsOfWord(word, "none").map((term, index) => [...new Set([stems[index] ?? term, term])]);
}

function phrasesOf(text: string): string[][][] {
  const phrases: string[][][] = [];
  for (const match of text.matchAll(QUOTED)) {
    const quoted = match.slice(1).find((part) => part !== undefined) ?? "";
    const [stems, words] = [termsOf(quoted, "english"), termsOf(quoted, "none")];
    if (words.length === 0) continue;
    phrases.push(stems.join(" ") === words.join(" ") ? [words] : [stems, words]);
  }
  return phrases;
}

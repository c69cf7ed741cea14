import { catalogTerms } from "./action-terms.ts";
import { nearestTerm } from "../../core/index.ts";
import { askingWords, joiningWords, stopWords, WRITING, type Deed } from "./intent-words.ts";

/** What somebody wants, read. */
export interface Intent {
  /** None twice. */
  readonly terms: readonly string[];
  /** Every word's term in order, those that say nothing too. */
  readonly order: readonly string[];
  readonly deed: Deed;
  /** As they were written, in small letters. */
  readonly words: ReadonlySet<string>;
  /** Terms of what is asked for itself, without what it belongs to: `comments` of `comments under a post`. */
  readonly head: ReadonlySet<string>;
}

/** Characters of a text that are read. */
const LONGEST = 2_000;
/** Terms that count, and those of them that are looked for in other spellings. */
const MOST_TERMS = 64;
const MOST_UNKNOWN = 8;

/** Reads a wish in plain words. Words that no action has are taken for the nearest one that is known. */
export function readIntent(text: string, vocabulary: ReadonlyMap<string, unknown>): Intent {
  const read = text.slice(0, LONGEST).toLowerCase();
  const words = (read.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}+#]*/gu) ?? []).slice(0, MOST_TERMS);
  let unknown = 0;
  const nearest = (term: string): string => {
    if (vocabulary.has(term)) return term;
    unknown += 1;
    return (unknown <= MOST_UNKNOWN ? nearestTerm(term, vocabulary.keys()) : undefined) ?? term;
  };
  const telling = words.filter((word) => !stopWords.has(word));
  const terms = new Set(catalogTerms(telling.join(" ")).map(nearest));
  const order = catalogTerms(words.join(" "));
  return {
    terms: [...terms],
    order,
    deed: deedOf(read, words, unknown > 0),
    words: new Set(words),
    head: headOf(words),
  };
}

/** Words that no action has are what is to be found. */
function deedOf(text: string, words: readonly string[], hasUnknown: boolean): Deed {
  if (WRITING.test(text)) return "create";
  const asking = words.find((word) => askingWords.has(word));
  const asked = asking === undefined ? undefined : askingWords.get(asking);
  return asked ?? (hasUnknown ? "search" : "list");
}

function headOf(words: readonly string[]): Set<string> {
  const isThing = (word: string): boolean => !stopWords.has(word) && !askingWords.has(word);
  const first = words.findIndex(isThing);
  const end = words.findIndex((word, index) => index > first && joiningWords.has(word));
  return new Set(catalogTerms(words.slice(0, end === -1 ? undefined : end).join(" ")));
}

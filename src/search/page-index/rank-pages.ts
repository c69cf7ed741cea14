import type { SearchResult } from "../provider.ts";
import { urlText } from "./url-terms.ts";
import type { Question } from "./read-question.ts";
import { addressKey } from "../fuse-results.ts";
import { answerTestOf } from "./asked-kind.ts";
import { fuseMeaning, type FoundMeaning, type RankedPage } from "./fuse-meaning.ts";
import { pageSnippet } from "./page-snippet.ts";
import { TermFinder, type FoundTerms, type TermPlace } from "./term-finder.ts";
import { pageStemmingOf } from "../../evidence/index.ts";
import type { CandidatePassage } from "./fuse-meaning.ts";

/** What an index found for a question. */
export interface Found {
  /** What was asked for, its words as the index has them. */
  readonly question: Question;
  readonly candidates: readonly CandidatePassage[];
  /** By term of the question: in how many of the owner's passages it stands. */
  readonly frequencies: readonly number[];
  /** How many passages the owner has. */
  readonly total: number;
  /** Absent where words alone count. */
  readonly meaning?: FoundMeaning | undefined;
}

/** How much a term counts by where it stands, and what is a usual length there. */
const fields = {
  text: { weight: 1, usual: 130, b: 0.5 },
  heading: { weight: 1.2, usual: 8, b: 0.4 },
  title: { weight: 1.6, usual: 8, b: 0.4 },
  url: { weight: 0.6, usual: 8, b: 0.4 },
} as const;
type Field = keyof typeof fields;
const fieldNames = Object.keys(fields) as Field[];

/** From how often a term stands in a passage on it counts little more. */
const SATURATION = 2;
/** What words near each other are worth, of the rarer one's weight. */
const NEARNESS = 0.6;
/** Words apart at which nearness ends. */
const FARTHEST = 8;
/** How much it counts that a passage has all the words. */
const COVERAGE = 0.6;
/** What a page's further passages add, each of the one before. */
const FURTHER = 0.4;
/** How much it counts that a page has all the words. */
const PAGE_COVERAGE = 0.5;

/** What a word like "how" or "the" weighs, of what its rarity says. */
const STOP = 0.5;

/**
 * Ranks pages by their best passages, and where meaning counts by that rank and the one of the passage
 * that means most what is asked for; pages of the same text or address count as one.
 */
export function rankPages(found: Found, limit: number): SearchResult[] {
  const ranker = new Ranker(found);
  const pages = Map.groupBy(found.candidates, ({ url }) => url);
  const byWords = [...pages.values()].map((passages) => ranker.rank(passages)).toSorted(byScore);
  const { meaning } = found;
  const ranked = meaning === undefined ? byWords : fuseMeaning(byWords, meaning.candidates);
  const best = foldDuplicates(ranked).slice(0, limit);
  return best.map(({ passages }) => ranker.resultOf(passages));
}

function byScore(a: RankedPage, b: RankedPage): number {
  return b.score - a.score || byUrl(a.url, b.url);
}

/** Puts the better URL first: encrypted, without a query, shorter. */
function byUrl(a: string, b: string): number {
  const cost = (url: string): number =>
    (url.startsWith("https:") ? 0 : 1000) + (url.includes("?") ? 500 : 0) + url.length;
  return cost(a) - cost(b) || (a < b ? -1 : 1);
}

/** @param ranked the best first */
function foldDuplicates(ranked: readonly RankedPage[]): RankedPage[] {
  const kept: RankedPage[] = [];
  const places = new Map<string, number>();
  for (const page of ranked) {
    const keys = [page.fingerprint, addressKey(page.url)];
    const place = keys.map((key) => places.get(key)).find((known) => known !== undefined);
    for (const key of keys) places.set(key, place ?? kept.length);
    const twin = place === undefined ? undefined : kept[place];
    if (place === undefined || twin === undefined) kept.push(page);
    else if (byUrl(page.url, twin.url) < 0) kept[place] = page;
  }
  return kept;
}

interface ScoredPassage {
  readonly passage: CandidatePassage;
  readonly score: number;
  /** By term: whether it stands in it. */
  readonly has: readonly boolean[];
}

class Ranker {
  /** By term: how much it tells. */
  readonly weights: readonly number[];
  readonly #order: readonly number[];
  readonly #query: string;
  readonly #finder: TermFinder;
  readonly #sum: number;

  constructor({ question: { query, terms, order }, frequencies, total }: Found) {
    const isAllStop = terms.every(({ isStop }) => isStop);
    this.weights = terms.map(({ isStop }, index) => {
      const count = Math.min(frequencies[index] ?? 0, total);
      const rarity = Math.log(1 + (total - count + 0.5) / (count + 0.5));
      return isStop && !isAllStop ? rarity * STOP : rarity;
    });
    this.#sum = this.weights.reduce((sum, weight) => sum + weight, 0) || 1;
    this.#order = order;
    this.#query = query;
    this.#finder = new TermFinder(terms);
  }

  rank(passages: readonly CandidatePassage[]): RankedPage {
    const scored = passages.map((passage) => this.#score(passage));
    const best = scored.toSorted((a, b) => b.score - a.score);
    const page = best.reduce((sum, { score }, index) => sum + score * FURTHER ** index, 0);
    const covered = this.#covered(this.weights.map((_, term) => best.some(({ has }) => has[term])));
    const [{ passage }] = best as [ScoredPassage];
    return {
      score: page * covered ** PAGE_COVERAGE,
      url: passage.url,
      fingerprint: passage.fingerprint,
      passages: best.map(({ passage: each }) => each),
    };
  }

  resultOf(passages: readonly CandidatePassage[]): SearchResult {
    const [{ url, title, date, lastUpdated }] = passages as [CandidatePassage];
    const { weights } = this;
    const isAnswer = answerTestOf(this.#query);
    return {
      url,
      title,
      snippet: pageSnippet(passages, { finder: this.#finder, weights, isAnswer }),
      ...(date !== undefined && { date }),
      ...(lastUpdated !== undefined && { lastUpdated }),
    };
  }

  #score(passage: CandidatePassage): ScoredPassage {
    const places = this.#places(passage);
    const counts = this.weights.map(() => 0);
    for (const field of fieldNames) {
      const { weight, usual, b } = fields[field];
      const { length, places: found } = places[field];
      const share = weight / (1 - b + (b * length) / usual);
      for (const { term } of found) counts[term] = (counts[term] ?? 0) + share;
    }
    const has = counts.map((count) => count > 0);
    const single = counts.reduce(
      (sum, count, term) =>
        sum + ((this.weights[term] ?? 0) * count * (SATURATION + 1)) / (count + SATURATION),
      0,
    );
    const near = Math.max(
      ...fieldNames.map((field) => this.#nearness(places[field].places) * NEARNESS),
    );
    return { passage, has, score: (single + near) * this.#covered(has) ** COVERAGE };
  }

  /** Which part of the question's weight is there. */
  #covered(has: readonly (boolean | undefined)[]): number {
    const sum = has.reduce(
      (total, is, term) => total + (is === true ? (this.weights[term] ?? 0) : 0),
      0,
    );
    return sum / this.#sum;
  }

  #places(passage: CandidatePassage): Record<Field, FoundTerms> {
    const stemming = pageStemmingOf(passage.language);
    return {
      text: this.#finder.find(passage.text, stemming),
      heading: this.#finder.find(passage.heading, stemming),
      title: this.#finder.find(passage.title, stemming),
      url: this.#finder.find(urlText(passage.url), "english"),
    };
  }

  /** How near words that follow each other in the question stand to each other. */
  #nearness(found: readonly TermPlace[]): number {
    let sum = 0;
    for (const [index, first] of this.#order.entries()) {
      const second = this.#order[index + 1];
      if (second === undefined || second === first) continue;
      const distance = leastDistance(found, first, second);
      if (distance > FARTHEST) continue;
      sum += Math.min(this.weights[first] ?? 0, this.weights[second] ?? 0) / Math.max(distance, 1);
    }
    return sum;
  }
}

/** Words from the one to the other; against their order it is one farther. */
function leastDistance(found: readonly TermPlace[], first: number, second: number): number {
  let least = Infinity;
  let [lastFirst, lastSecond] = [-Infinity, -Infinity];
  for (const { term, at } of found) {
    if (term === first) {
      lastFirst = at;
      least = Math.min(least, at - lastSecond + 1);
    } else if (term === second) {
      lastSecond = at;
      least = Math.min(least, at - lastFirst);
    }
  }
  return least;
}

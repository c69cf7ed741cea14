import { canonicalUrl } from "dragline";
import type { FoundPage } from "./search-engines.ts";
import { findSnippets } from "./snippets.ts";
import type { SearchQuestion } from "./search-set/questions.ts";

/** How good a ranking is for a question; both from 0 to 1. */
export interface RankingScore {
  /** Of the first ten: gains of 3 for pages that answer and 1 for those on the topic. */
  readonly ndcg: number;
  /** The share of the question's parts that a page of the first five answers. */
  readonly recall: number;
}

/** Scores a ranking of canonical URLs, the best first, for a question that has an answer. */
export function scoreRanking(question: SearchQuestion, ranking: readonly string[]): RankingScore {
  const gains = gainsOf(question);
  const found = ranking.slice(0, 10).map((url) => gains.get(url) ?? 0);
  const best = [...gains.values()].toSorted((one, other) => other - one).slice(0, 10);
  return { ndcg: discounted(found) / discounted(best), recall: partsFound(question, ranking) };
}

/** Canonical URL -> gain, 2 ** grade - 1 (Burges et al., 2005), of the pages that have one. */
export function gainsOf({ answers, alsoRelevant = [] }: SearchQuestion): Map<string, number> {
  return new Map([
    ...alsoRelevant.map((url) => [canonicalUrl(url), 1] as const),
    ...answers.map(({ page }) => [canonicalUrl(page), 3] as const),
  ]);
}

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0);
}

function partsFound({ answers }: SearchQuestion, ranking: readonly string[]): number {
  const first = new Set(ranking.slice(0, 5));
  const parts = Map.groupBy(answers, ({ part = 1 }) => part);
  const found = [...parts.values()].filter((pages) =>
    pages.some(({ page }) => first.has(canonicalUrl(page))),
  );
  return found.length / parts.size;
}

/** 1 where the words that answer stand in the snippet of a page that answers, of the first ten. */
export function scoreSnippets({ answers }: SearchQuestion, found: readonly FoundPage[]): number {
  const isSaid = answers.some(({ page, sentence, or = [] }) => {
    const url = canonicalUrl(page);
    const snippets = found.slice(0, 10).flatMap((each) => (each.url === url ? [each.snippet] : []));
    return findSnippets(snippets.join("\n"), [sentence, ...or]).includes(1);
  });
  return isSaid ? 1 : 0;
}

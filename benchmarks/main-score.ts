import type { Extractor } from "./extractors.ts";
import { kindWeights } from "./kind-weights.ts";
import { labelledPages, type LabelledPage } from "./labelled-pages.ts";
import { findSnippets } from "./snippets.ts";
import { wordScore } from "./word-score.ts";

/** What an extractor reaches on a part of the labelled pages. */
export interface MainScore {
  /** Kind of page, and `all` -> mean word F1. */
  readonly f1: Readonly<Record<string, number>>;
  /** Mean of the kinds, each weighing what it does in the whole benchmark that the pages are from. */
  readonly weighted: number;
  /** Share of the snippets that belong to the content and are in the text. */
  readonly with: number;
  /** Share of the snippets that do not and are all the same; less is better. */
  readonly without: number;
}

interface Run {
  readonly page: LabelledPage;
  readonly text: string;
}

/** Scores the text that any extractor finds on every n-th of the labelled pages. */
export async function scoreMain(extract: Extractor, every: number): Promise<MainScore> {
  const pages = labelledPages().filter(({ kind }) => Object.hasOwn(kindWeights, kind));
  const runs: Run[] = [];
  for (const page of pages.filter((_, at) => at % every === 0)) {
    runs.push({ page, text: await extract(page.html, page.url) });
  }
  const f1 = (of: readonly Run[]): number =>
    mean(of.map(({ page, text }) => wordScore(text, page.content).f1));
  const kinds = Map.groupBy(runs, ({ page }) => page.kind);
  const weighted = Object.entries(kindWeights).map(
    ([kind, weight]) => weight * f1(kinds.get(kind) ?? []),
  );
  return {
    f1: { all: f1(runs), ...Object.fromEntries([...kinds].map(([kind, own]) => [kind, f1(own)])) },
    weighted: weighted.reduce((sum, part) => sum + part, 0),
    with: snippetShare(runs, "with"),
    without: snippetShare(runs, "without"),
  };
}

function snippetShare(runs: readonly Run[], list: "with" | "without"): number {
  return mean(runs.flatMap(({ page, text }) => findSnippets(text, page[list])));
}

function mean(list: readonly number[]): number {
  return list.reduce((sum, value) => sum + value, 0) / list.length;
}

import { cleanPage, mainContent, parse, toText, type MainContent, type Tree } from "dragline/html";
import { kindWeights } from "./kind-weights.ts";
import { labelledPages, type LabelledPage } from "./labelled-pages.ts";
import { findSnippets } from "./snippets.ts";
import { scoreOf, shingleOverlap, wordScore, type Score } from "./word-score.ts";

// Main content on the labelled pages: node benchmarks/quality-main.ts [--worst N] [--cross]
// Every third page (number modulo 3 = 0) is held back from making rules and reported by itself.
// --cross judges each page by weights that were fitted without its third.

/** Finds the content of a page. */
export type Extract = (tree: Tree, page: LabelledPage) => MainContent;

/** Mean word F1 of a set of pages: all, those that rules were made on, and those held back. */
export interface KindFigures {
  readonly pages: number;
  readonly all: number;
  readonly made: number;
  readonly held: number;
  readonly precision: number;
  readonly recall: number;
}

/** Pages by how sure the extractor was. */
export interface ConfidenceBucket {
  readonly from: number;
  readonly pages: number;
  readonly f1: number;
}

/** How one page went. */
export interface PageFigures extends Score {
  readonly page: LabelledPage;
  readonly kind: string;
  readonly confidence: number;
}

/** What main content is worth. */
export interface MainFigures {
  readonly kinds: Readonly<Record<string, KindFigures>>;
  /** Mean F1 of the kinds, weighted as they occur; all, made and held. */
  readonly weighted: Readonly<Record<"all" | "made" | "held", number>>;
  /** Shares of the snippets that are there and should be, and that are there and should not. */
  readonly with: number;
  readonly without: number;
  /** Runs of four words over all articles of the other set, summed up. */
  readonly articles: Score;
  readonly confidence: readonly ConfidenceBucket[];
  readonly pages: readonly PageFigures[];
}

/** Measures main content, or another extractor, on the labelled pages. */
export function measureMain(extract: Extract = extractMain): MainFigures {
  const runs = labelledPages().map((page) => measurePage(page, extract));
  const labelled = runs.filter(({ figures }) => figures.page.kind !== "news");
  const pages = labelled.map(({ figures }) => figures);
  const kinds = Object.fromEntries(
    Object.keys(kindWeights).map((kind) => [kind, kindFigures(pages, kind)]),
  );
  const weigh = (of: "all" | "made" | "held"): number =>
    sum(Object.entries(kindWeights), ([kind, weight]) => weight * (kinds[kind]?.[of] ?? 0)) /
    sum(Object.values(kindWeights), (weight) => weight);
  return {
    kinds,
    weighted: { all: weigh("all"), made: weigh("made"), held: weigh("held") },
    with: snippetShare(labelled, "with"),
    without: snippetShare(labelled, "without"),
    articles: articleScore(runs),
    confidence: buckets(pages),
    pages,
  };
}

interface PageRun {
  readonly figures: PageFigures;
  readonly text: string;
}

const extractMain: Extract = (tree, { url }) => mainContent(tree, { url });

function measurePage(page: LabelledPage, extract: Extract): PageRun {
  const content = extract(parse(page.html), page);
  const text = toText(content);
  const { kind, confidence } = content;
  return { figures: { page, kind, confidence, ...wordScore(text, page.content) }, text };
}

function kindFigures(all: readonly PageFigures[], kind: string): KindFigures {
  const pages = all.filter(({ page }) => page.kind === kind);
  const f1 = (list: readonly PageFigures[]): number => mean(list, (one) => one.f1);
  return {
    pages: pages.length,
    all: f1(pages),
    made: f1(pages.filter(({ page }) => page.third !== 0)),
    held: f1(pages.filter(({ page }) => page.third === 0)),
    precision: mean(pages, (one) => one.precision),
    recall: mean(pages, (one) => one.recall),
  };
}

function snippetShare(runs: readonly PageRun[], list: "with" | "without"): number {
  const found = runs.flatMap(({ figures, text }) => findSnippets(text, figures.page[list]));
  return mean(found, (one) => one);
}

function articleScore(runs: readonly PageRun[]): Score {
  const overlaps = runs
    .filter(({ figures }) => figures.page.kind === "news")
    .map(({ figures, text }) => shingleOverlap(text, figures.page.content));
  return scoreOf({
    common: sum(overlaps, (one) => one.common),
    found: sum(overlaps, (one) => one.found),
    wanted: sum(overlaps, (one) => one.wanted),
  });
}

function buckets(pages: readonly PageFigures[]): ConfidenceBucket[] {
  return [0, 0.5, 0.7, 0.8, 0.9, 0.95].map((from, at, edges) => {
    const to = edges[at + 1] ?? Infinity;
    const own = pages.filter(({ confidence }) => confidence >= from && confidence < to);
    return { from, pages: own.length, f1: mean(own, (one) => one.f1) };
  });
}

function sum<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((total, one) => total + of(one), 0);
}

function mean<T>(list: readonly T[], of: (one: T) => number): number {
  return list.length === 0 ? 0 : sum(list, of) / list.length;
}

/** The figures as text, with the worst pages of each kind. */
export function describeMain(name: string, figures: MainFigures, worst = 0): string {
  const cell = (value: number): string => value.toFixed(3).padStart(9);
  const lines = [
    `${name.padEnd(14)}pages      all     made     held  precision  recall`,
    ...Object.entries(figures.kinds).map(
      ([kind, own]) =>
        `${kind.padEnd(14)}${String(own.pages).padStart(5)}${cell(own.all)}${cell(own.made)}${cell(own.held)}  ${cell(own.precision)}${cell(own.recall)}`,
    ),
    `weighted           ${cell(figures.weighted.all)}${cell(figures.weighted.made)}${cell(figures.weighted.held)}`,
    `snippets: with ${figures.with.toFixed(3)}, without ${figures.without.toFixed(3)}`,
    `articles: F1 ${figures.articles.f1.toFixed(3)}, precision ${figures.articles.precision.toFixed(3)}, recall ${figures.articles.recall.toFixed(3)}`,
    `F1 by confidence: ${figures.confidence.map(({ from, pages, f1 }) => `${from}+ ${f1.toFixed(2)} (${pages})`).join(", ")}`,
    ...Object.keys(figures.kinds).flatMap((kind) => describeWorst(figures, kind, worst)),
  ];
  return `${lines.join("\n")}\n`;
}

function describeWorst({ pages }: MainFigures, kind: string, count: number): string[] {
  const own = pages.filter(({ page }) => page.kind === kind).toSorted((a, b) => a.f1 - b.f1);
  const rows = own.slice(0, count).map((one) => {
    const score = `F1 ${one.f1.toFixed(2)} P ${one.precision.toFixed(2)} R ${one.recall.toFixed(2)}`;
    return `  ${one.page.id} ${score} as ${one.kind}, sure ${one.confidence.toFixed(2)} ${one.page.url}`;
  });
  return rows.length === 0 ? [] : [`worst of ${kind}:`, ...rows];
}

function numberAfter(flag: string): number {
  const at = process.argv.indexOf(flag);
  return at === -1 ? 0 : Number(process.argv[at + 1] ?? 0);
}

/** Judges each page by weights that were fitted without its third. */
export async function crossExtract(): Promise<Extract> {
  const { fitWithout } = await import("./fit-content.ts");
  const { contentBy } = await import("../src/html/main/main-content.ts");
  const fitted = [0, 1, 2].map((third) => fitWithout(third));
  return (tree, { url, third }) => {
    const own = fitted[third];
    return own === undefined ? mainContent(tree, { url }) : contentBy(own, tree, { url });
  };
}

if (import.meta.main) {
  const clean: Extract = (tree, { url }) => ({
    ...cleanPage(tree, { url }),
    kind: "unknown",
    confidence: 0,
  });
  const cross = process.argv.includes("--cross") ? await crossExtract() : undefined;
  process.stdout.write(describeMain("clean page", measureMain(clean)));
  if (cross !== undefined) process.stdout.write(describeMain("cross", measureMain(cross)));
  process.stdout.write(describeMain("main content", measureMain(), numberAfter("--worst")));
}

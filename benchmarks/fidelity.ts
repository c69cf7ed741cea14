// How much of a page survives in its markdown. Each page of the corpus is converted, rendered
// again by micromark, and what is then on the page is compared with what was there before.
//   node --conditions=dragline-source benchmarks/fidelity.ts [every n-th page] [--worst MEASURE] [--page PATH]
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { parse, wholePage } from "dragline/html";
import { toMarkdown } from "dragline/markdown";
import { corpus, corpusText } from "../test/corpus.ts";
import { contentOf, measures, type Measure, type PageContent } from "./page-content.ts";
import { render } from "./render.ts";

/** Makes markdown of a page that stands at a URL. */
export type Convert = (html: string, url: string) => string;

/** What of the pages' content is found again, and what of the result was on the pages: 0 to 1. */
export interface FidelityFigure {
  /** Mean over the pages that have any. */
  readonly recall: number;
  readonly precision: number;
  /** Over all entries of all pages. */
  readonly recallOverall: number;
  readonly precisionOverall: number;
  /** Entries on the pages. */
  readonly of: number;
}

/** The result of {@link measureFidelity}. */
export interface FidelityFigures {
  readonly pages: number;
  /** Pages on which the conversion threw. */
  readonly failed: number;
  /** Pages whose rendered text has more marks of markdown than the page. */
  readonly leaking: number;
  readonly measures: Readonly<Record<Measure, FidelityFigure>>;
}

interface Share {
  readonly found: number;
  readonly of: number;
}

interface Compared {
  readonly path: string;
  readonly lost: Readonly<Record<Measure, readonly string[]>>;
  readonly added: Readonly<Record<Measure, readonly string[]>>;
  readonly recall: Readonly<Record<Measure, Share>>;
  readonly precision: Readonly<Record<Measure, Share>>;
  readonly leaks: readonly string[];
}

const base = "https://example.com/a/b";

/** Measures a converter on every n-th page of the corpus. */
export function measureFidelity(convert: Convert, every = 1): FidelityFigures {
  const paths = corpusPages(every);
  const pages = paths.flatMap((path) => comparedOrNone(path, convert));
  return figuresOf(pages, paths.length - pages.length);
}

function figuresOf(pages: readonly Compared[], failed: number): FidelityFigures {
  const entries = measures.map((measure): [Measure, FidelityFigure] => {
    const recalls = pages.map(({ recall }) => recall[measure]);
    const precisions = pages.map(({ precision }) => precision[measure]);
    const figure = {
      recall: mean(recalls),
      precision: mean(precisions),
      recallOverall: overall(recalls),
      precisionOverall: overall(precisions),
      of: recalls.reduce((sum, { of }) => sum + of, 0),
    };
    return [measure, figure];
  });
  return {
    pages: pages.length + failed,
    failed,
    leaking: pages.filter(({ leaks }) => leaks.length > 0).length,
    measures: Object.fromEntries(entries) as Record<Measure, FidelityFigure>,
  };
}

function corpusPages(every: number): string[] {
  const sets = ["wcxb/html", "articles/html", "readability"];
  const all = sets.flatMap((set) => {
    const names = existsSync(join(corpus, set)) ? readdirSync(join(corpus, set)).toSorted() : [];
    return names.map((name) =>
      set === "readability" ? `${set}/${name}/source.html.gz` : `${set}/${name}`,
    );
  });
  return all.filter((path, index) => index % every === 0 && existsSync(join(corpus, path)));
}

/** The page compared with its markdown; nothing when the conversion throws. */
function comparedOrNone(path: string, convert: Convert): Compared[] {
  const html = corpusText(path);
  let markdown: string;
  try {
    markdown = convert(html, base);
  } catch {
    return [];
  }
  const before = contentAt(html);
  return [compare(path, before, contentAt(render(markdown), before))];
}

function contentAt(html: string, page?: PageContent): PageContent {
  // What a page hides is left out before it is converted: here it is held against the page all the same.
  return contentOf(wholePage(parse(html), { url: base, hidden: "keep" }), page);
}

function compare(path: string, before: PageContent, after: PageContent): Compared {
  const each = <Value>(of: (measure: Measure) => Value): Record<Measure, Value> =>
    Object.fromEntries(measures.map((measure) => [measure, of(measure)])) as Record<Measure, Value>;
  const lost = each((measure) => without(before[measure], after[measure]));
  const added = each((measure) => without(after[measure], before[measure]));
  return {
    path,
    lost,
    added,
    recall: each((measure) => shareOf(before[measure], lost[measure])),
    precision: each((measure) => shareOf(after[measure], added[measure])),
    leaks: leaked(before.marks, after.marks),
  };
}

/** What is in `wanted` and not in `given`, each counted as often as it occurs. */
function without(wanted: readonly string[], given: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const entry of given) left.set(entry, (left.get(entry) ?? 0) + 1);
  const lost: string[] = [];
  for (const entry of wanted) {
    const count = left.get(entry) ?? 0;
    if (count > 0) left.set(entry, count - 1);
    else lost.push(entry);
  }
  return lost;
}

function shareOf(wanted: readonly string[], lost: readonly string[]): Share {
  return { found: wanted.length - lost.length, of: wanted.length };
}

/** Characters of markup that the rendered text has more of than the page. */
function leaked(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string[] {
  return [...after]
    .filter(([mark, count]) => count > (before.get(mark) ?? 0))
    .map(([mark]) => mark);
}

function mean(shares: readonly Share[]): number {
  const used = shares.filter(({ of }) => of > 0);
  return used.reduce((sum, { found, of }) => sum + found / of, 0) / used.length;
}

function overall(shares: readonly Share[]): number {
  const of = shares.reduce((sum, share) => sum + share.of, 0);
  return shares.reduce((sum, share) => sum + share.found, 0) / of;
}

/** The figures as a table. */
export function fidelityTable({ pages, failed, leaking, ...figures }: FidelityFigures): string {
  const head = `${pages} pages, ${failed} failed, markup in the text of ${leaking}`;
  const columns = ["", "recall", "precision", "recall overall", "precision overall", "entries"];
  const rows = measures.map((measure) => {
    const { of, ...shares } = figures.measures[measure];
    const { recall, precision, recallOverall, precisionOverall } = shares;
    const numbers = [recall, precision, recallOverall, precisionOverall];
    return [measure, ...numbers.map((number) => number.toFixed(4)), String(of)];
  });
  const line = (cells: readonly string[]): string =>
    cells.map((cell, index) => (index === 0 ? cell.padEnd(10) : cell.padStart(18))).join("");
  return [head, line(columns), ...rows.map(line)].join("\n");
}

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { worst: { type: "string" }, page: { type: "string" } },
  });
  const convert: Convert = (html, url) =>
    toMarkdown(wholePage(parse(html), { url, hidden: "keep" }));
  const every = Number(positionals[0] ?? "1");
  const paths = values.page === undefined ? corpusPages(every) : [values.page];
  if (values.page !== undefined) console.log(convert(corpusText(values.page), base));
  const pages = paths.flatMap((path) => comparedOrNone(path, convert));
  console.log(fidelityTable(figuresOf(pages, paths.length - pages.length)));
  if (values.worst !== undefined) printWorst(pages, values.worst);
}

/** The pages that lose most by a measure; with `+` before it, those that gain; or `leaks`. */
function printWorst(pages: readonly Compared[], name: string): void {
  const measure = name.replace("+", "") as Measure;
  const entriesOf = ({ leaks, added, lost }: Compared): readonly string[] => {
    if (name === "leaks") return leaks;
    return name.startsWith("+") ? added[measure] : lost[measure];
  };
  const listed = pages
    .map((page) => ({ path: page.path, entries: entriesOf(page) }))
    .filter(({ entries }) => entries.length > 0)
    .toSorted((a, b) => b.entries.length - a.entries.length);
  console.log(`\n${name}: ${listed.length} pages`);
  for (const { path, entries } of listed.slice(0, 15)) {
    const sample = entries.slice(0, 12).map((entry) => entry.slice(0, 90));
    console.log(`${path} ${entries.length}\n    ${sample.join("\n    ")}`);
  }
}

if (import.meta.main) main();

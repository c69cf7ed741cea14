// How much of a page survives in its markdown. Each page of the corpus is converted, rendered
// again by micromark, and what is then on the page is compared with what was there before.
//   node --conditions=source benchmarks/fidelity.ts [every n-th page] [--worst MEASURE]
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { cleanPage, parse, wholePage, type View } from "dragline/html";
import { toMarkdown } from "dragline/markdown";
import { corpus, corpusText } from "../test/corpus.ts";
import { contentOf, type PageContent } from "./page-content.ts";
import { render } from "./render.ts";

interface Share {
  found: number;
  of: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    worst: { type: "string" },
    whole: { type: "boolean", default: false },
    page: { type: "string" },
  },
});
const every = Number(positionals[0] ?? "1");
const measures = ["text", "links", "urls", "images", "headings", "items", "cells", "code"] as const;
const totals = new Map<string, Share>();
const pages: { path: string; shares: Map<string, Share>; missing: Map<string, string[]> }[] = [];

for (const path of corpusPages()) {
  const shares = new Map<string, Share>();
  const missing = new Map<string, string[]>();
  const { before, after, markdown } = convertPage(corpusText(path));
  if (values.page !== undefined) console.log(markdown);
  for (const measure of measures) {
    const [lost, added] = [
      without(before[measure], after[measure]),
      without(after[measure], before[measure]),
    ];
    missing.set(measure, lost).set(`${measure} extra`, added);
    record(shares, `${measure} recall`, shareOf(before[measure], lost));
    record(shares, `${measure} precision`, shareOf(after[measure], added));
  }
  const leaks = leaked(before.marks, after.marks);
  if (leaks.length > 0) missing.set("leaks", leaks);
  record(shares, "pages without leaks", { found: leaks.length === 0 ? 1 : 0, of: 1 });
  pages.push({ path, shares, missing });
}

console.log(`${pages.length} pages`);
for (const [name, share] of totals) {
  const mean = average(pages.map(({ shares }) => shares.get(name)));
  const overall = (share.found / share.of).toFixed(4);
  console.log(`  ${name.padEnd(22)} mean ${mean}   overall ${overall}   (${share.of})`);
}
if (values.worst !== undefined) printWorst(values.worst);

function corpusPages(): string[] {
  if (values.page !== undefined) return [values.page];
  const sets = ["wcxb/html", "articles/html", "readability"];
  const all = sets.flatMap((set) => {
    const names = existsSync(join(corpus, set)) ? readdirSync(join(corpus, set)).sort() : [];
    return names.map((name) =>
      set === "readability" ? `${set}/${name}/source.html.gz` : `${set}/${name}`,
    );
  });
  return all.filter((path, index) => index % every === 0 && existsSync(join(corpus, path)));
}

function convertPage(html: string): { before: PageContent; after: PageContent; markdown: string } {
  const view = (values.whole ? wholePage : cleanPage)(parse(html), {
    url: "https://example.com/a/b",
  });
  const markdown = toMarkdown(view);
  const rendered: View = wholePage(parse(render(markdown)), { url: "https://example.com/a/b" });
  return { before: contentOf(view), after: contentOf(rendered), markdown };
}

function record(shares: Map<string, Share>, name: string, share: Share): void {
  shares.set(name, share);
  const total = totals.get(name) ?? { found: 0, of: 0 };
  totals.set(name, { found: total.found + share.found, of: total.of + share.of });
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

function average(shares: readonly (Share | undefined)[]): string {
  const used = shares.filter((share) => share !== undefined && share.of > 0) as Share[];
  const sum = used.reduce((total, { found, of }) => total + found / of, 0);
  return (sum / used.length).toFixed(4);
}

function printWorst(measure: string): void {
  const lost = pages
    .map(({ path, missing }) => ({ path, entries: missing.get(measure) ?? [] }))
    .filter(({ entries }) => entries.length > 0)
    .toSorted((a, b) => b.entries.length - a.entries.length);
  console.log(`\n${measure}: ${lost.length} pages`);
  for (const { path, entries } of lost.slice(0, 15)) {
    const sample = entries.slice(0, 12).map((entry) => entry.slice(0, 90));
    console.log(`${path} ${entries.length}\n    ${sample.join("\n    ")}`);
  }
}

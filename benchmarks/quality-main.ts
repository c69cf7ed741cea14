import { cleanPage, mainContent, parse, toText, wholePage, type Tree } from "dragline/html";
import { corpusText } from "../test/corpus.ts";

// Word F1 of main content on the labelled pages, by kind: node quality-main.ts [--worst N] [--third K]
// Every page whose number modulo 3 is K (0 by default) is held back and reported by itself.

interface Truth {
  readonly id: string;
  readonly url: string;
  readonly type: string;
  readonly mainContent: string;
  readonly with: readonly string[];
  readonly without: readonly string[];
}

/** How often each kind occurs in the whole benchmark. */
const weights: Readonly<Record<string, number>> = {
  article: 0.53,
  service: 0.11,
  product: 0.08,
  collection: 0.08,
  forum: 0.075,
  listing: 0.066,
  documentation: 0.06,
};

const extractors: Readonly<Record<string, (tree: Tree, url: string) => string>> = {
  whole: (tree) => toText(wholePage(tree)),
  clean: (tree) => toText(cleanPage(tree)),
  main: (tree, url) => toText(mainContent(tree, { url })),
};

function words(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}\p{M}_]+/gu)) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

function total(counts: Map<string, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}

interface Score {
  readonly f1: number;
  readonly precision: number;
  readonly recall: number;
}

function score(found: string, truth: string): Score {
  const a = words(found);
  const b = words(truth);
  let common = 0;
  for (const [word, count] of a) common += Math.min(count, b.get(word) ?? 0);
  if (total(b) === 0) return { f1: total(a) === 0 ? 1 : 0, precision: 0, recall: 1 };
  const precision = common / Math.max(1, total(a));
  const recall = common / total(b);
  return {
    f1: common === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    precision,
    recall,
  };
}

function fold(text: string): string {
  return text.toLowerCase().replace(/\s+/g, " ");
}

const option = (name: string): number | undefined => {
  const at = process.argv.indexOf(name);
  return at === -1 ? undefined : Number(process.argv[at + 1]);
};
const third = option("--third") ?? 0;
const truths = corpusText("wcxb/truth.jsonl.gz")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Truth);

for (const [name, extract] of Object.entries(extractors)) {
  const kinds = new Map<string, number[]>();
  const worst: { id: string; type: string; score: Score }[] = [];
  let included = 0;
  let withs = 0;
  let excluded = 0;
  let withouts = 0;
  const split: [number[], number[]] = [[], []];
  for (const truth of truths) {
    const found = extract(parse(corpusText(`wcxb/html/${truth.id}.html.gz`)), truth.url);
    const scored = score(found, truth.mainContent);
    kinds.set(truth.type, [...(kinds.get(truth.type) ?? []), scored.f1]);
    split[Number(truth.id) % 3 === third ? 1 : 0].push(scored.f1);
    worst.push({ id: truth.id, type: truth.type, score: scored });
    const folded = fold(found);
    withs += truth.with.length;
    included += truth.with.filter((snippet) => folded.includes(fold(snippet))).length;
    withouts += truth.without.length;
    excluded += truth.without.filter((snippet) => folded.includes(fold(snippet))).length;
  }
  const mean = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0) / list.length;
  let weighted = 0;
  const cells = [...kinds].map(([kind, list]) => {
    weighted += mean(list) * (weights[kind] ?? 0);
    return `${kind} ${mean(list).toFixed(3)}`;
  });
  process.stdout.write(
    `${name}: ${cells.join(", ")} | weighted ${weighted.toFixed(3)} | made ${mean(split[0]).toFixed(3)} held ${mean(split[1]).toFixed(3)} | with ${(included / withs).toFixed(3)} without ${(excluded / withouts).toFixed(3)}\n`,
  );
  if (name !== "main") continue;
  for (const kind of kinds.keys()) {
    const own = worst.filter(({ type }) => type === kind).map(({ score: own }) => own);
    process.stdout.write(
      `  ${kind} precision ${mean(own.map((s) => s.precision)).toFixed(3)} recall ${mean(own.map((s) => s.recall)).toFixed(3)}\n`,
    );
  }
  worst.sort((a, b) => a.score.f1 - b.score.f1);
  for (const { id, type, score: s } of worst.slice(0, option("--worst") ?? 0)) {
    process.stdout.write(
      `  ${id} ${type} f1 ${s.f1.toFixed(2)} p ${s.precision.toFixed(2)} r ${s.recall.toFixed(2)}\n`,
    );
  }
}

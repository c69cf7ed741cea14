import { writeFileSync } from "node:fs";
import { readBlocks } from "../src/html/main/block-page.ts";
import {
  chanceOf,
  evidence,
  groupOfKind,
  weigher,
  type BitWeights,
  type ContentWeights,
  type Evidence,
  type RoundWeights,
  type ScaleWeights,
} from "../src/html/main/block-score.ts";
import {
  Neighbours,
  neighbourScales,
  type NeighbourScaleName,
} from "../src/html/main/neighbour-scales.ts";
import { scales, type ScaleName } from "../src/html/main/content-scales.ts";
import { measure } from "../src/html/view/measures.ts";
import { findNeighbours, type Neighbourhood } from "../src/html/main/neighbourhood.ts";
import { guessKind, type PageKind } from "../src/html/facts/page-kind.ts";
import { summarize } from "../src/html/main/page-summary.ts";
import { parse } from "../src/html/tree/parse.ts";
import { cleanView, wholePage } from "../src/html/view/whole-page.ts";
import { labelBlocks } from "./content-labels.ts";
import { fitLogistic } from "./fit-logistic.ts";
import { labelledPages, type LabelledPage } from "./labelled-pages.ts";
import { WeightColumns, type FittedWeights, type SeenBlock } from "./weight-columns.ts";

// Fits the weights of main content to the labelled pages: node benchmarks/fit-content.ts writes
// src/html/main/content-weights.ts and scale-weights.ts. They are fitted to all pages; quality-main.ts --cross judges them
// on pages that they have not seen, by fits without a third of the pages.

/** What keeps weights small: the cost of a squared one … */
const PENALTY = 100;
/** … and of a squared difference of neighbours on a scale. */
const SMOOTHNESS = 1500;

/** Words of a block that count, and the share of its page: one long block makes no page. */
const MOST_WORDS = 60;
const MOST_SHARE = 0.1;

/** What is kept of a labelled page. */
interface Page {
  readonly third: number;
  /** The part that is left out where the first round judges it for the second. */
  readonly fold: number;
  readonly kind: PageKind;
  readonly seen: readonly Evidence[];
  readonly near: Neighbourhood;
  readonly labels: readonly number[];
  readonly weights: readonly number[];
}

/** A block with all that weights of a round belong to. */
interface Sample extends SeenBlock {
  readonly label: number;
  readonly weight: number;
}

const FOLDS = [0, 1, 2, 3];

const scaleNames = Object.keys(scales) as ScaleName[];
const neighbourScaleNames = Object.keys(neighbourScales) as NeighbourScaleName[];

let pages: readonly Page[] | undefined;

/** Fits the weights to the pages that are not of the third; to all without one. */
export function fitWithout(third?: number): ContentWeights {
  pages ??= labelledPages().map(readPage);
  const used = pages.filter((page) => page.third !== third);
  const first = fitFirst(used);
  // On pages that it was fitted to, the first round is surer than on others.
  const samples = FOLDS.flatMap((fold) => {
    const others = fitFirst(used.filter((page) => page.fold !== fold));
    return used
      .filter((page) => page.fold === fold)
      .flatMap((page) => withNeighbours(page, others));
  });
  const { scales: fitted, ...bits } = fit([...scaleNames, ...neighbourScaleNames], samples);
  return { first, second: { ...bits, scales: fitted }, neighbours: fitted };
}

function fitFirst(used: readonly Page[]): RoundWeights {
  const samples = used.flatMap((page) =>
    page.seen.flatMap((seen, at) => sample(page, at, seen.values)),
  );
  return fit(scaleNames, samples);
}

/** The blocks of a page for the second round, judged by a first one. */
function withNeighbours(page: Page, first: RoundWeights): Sample[] {
  const weighed = weigher(first, page.kind);
  const chances = Float64Array.from(page.seen, (seen) => chanceOf(weighed(seen)));
  const neighbours = new Neighbours(page.near, chances, page.kind);
  return page.seen.flatMap(({ values }, at) =>
    sample(page, at, [
      ...values,
      ...neighbourScaleNames.map((name) => neighbourScales[name](neighbours, at)),
    ]),
  );
}

function sample(page: Page, at: number, values: ArrayLike<number>): Sample[] {
  const { places, names, signs } = page.seen[at] as Evidence;
  const weight = page.weights[at] as number;
  if (weight === 0) return [];
  const seen = { bits: [places, names, signs], group: groupOfKind(page.kind) };
  return [{ ...seen, values: Float64Array.from(values), label: page.labels[at] as number, weight }];
}

function fit<Name extends string>(
  names: readonly Name[],
  samples: readonly Sample[],
): FittedWeights<Name> {
  const columns = new WeightColumns(names, samples);
  const sets = samples.map((one) => columns.of(one));
  const rows = new Int32Array(samples.length + 1);
  for (const [row, set] of sets.entries()) rows[row + 1] = (rows[row] as number) + set.length;
  const fitted = fitLogistic({
    columns: Int32Array.from(sets.flat()),
    rows,
    width: columns.width,
    labels: Float64Array.from(samples, ({ label }) => label),
    weights: Float64Array.from(samples, ({ weight }) => weight),
    penalty: PENALTY,
    pairs: columns.pairs,
    smoothness: SMOOTHNESS,
  });
  return columns.name(fitted);
}

function readPage({ html, url, content, third }: LabelledPage, number: number): Page {
  const tree = parse(html);
  const view = wholePage(tree, { url });
  const whole = measure(tree, view.dropped);
  const clean = cleanView(view, whole);
  const cleanMeasures = measure(tree, clean.dropped);
  const { kind } = guessKind(tree, url);
  const page = readBlocks({ whole, clean, cleanMeasures, kind });
  const { labels, words } = labelBlocks(
    page.blocks.map(({ text }) => text),
    content,
  );
  const all = Math.max(
    1,
    words.reduce((sum, one) => sum + Math.min(MOST_WORDS, one), 0),
  );
  const seen = Array.from(evidence(page, summarize(page)), (one) => ({
    ...one,
    values: one.values.slice(),
  }));
  const near = findNeighbours(
    page,
    seen.map(({ parts }) => parts),
  );
  const weights = words.map((one) => Math.min(MOST_SHARE, Math.min(MOST_WORDS, one) / all));
  return { third, fold: number % FOLDS.length, kind, seen, near, labels, weights };
}

function printBits({ places, names, signs }: BitWeights): string {
  return `{ places: [${places.join(", ")}], names: [${names.join(", ")}], signs: [${signs.join(", ")}] }`;
}

const ORIGIN = "Fitted: `node benchmarks/fit-content.ts` writes this file.";

function printRound({ base, bits, bitsOfKind }: RoundWeights, scalesName: string): string {
  const kinds = Object.entries(bitsOfKind).map(
    ([group, own]) => `      ${group}: ${printBits(own)},`,
  );
  return `{
    base: ${base},
    bits: ${printBits(bits)},
    bitsOfKind: {
${kinds.join("\n")}
    },
    scales: ${scalesName},
  }`;
}

function printBase({ first, second, neighbours }: ContentWeights): string {
  return `import type { ContentWeights } from "./block-score.ts";
import { scaleWeights } from "./scale-weights.ts";
import { scaleWeightsWithNeighbours } from "./scale-weights-with-neighbours.ts";

/** What speaks for and against content. ${ORIGIN} */
export const contentWeights: ContentWeights = {
  first: ${printRound(first, "scaleWeights")},
  second: ${printRound(second, "scaleWeightsWithNeighbours")},
  neighbours: {
${printRows(neighbours, neighbourScaleNames)}
  },
};
`;
}

function printRows<Name extends string>(
  weights: Readonly<Record<Name, ScaleWeights>>,
  names: readonly Name[],
): string {
  const rows = names.map((name) => {
    const { edges, weights: own } = weights[name];
    return `  ${name}: { edges: [${edges.join(", ")}], weights: [${own.join(", ")}] },`;
  });
  return rows.join("\n");
}

function printScales(round: RoundWeights, name: string): string {
  return `import type { RoundWeights } from "./block-score.ts";

/** What the values of scales weigh. ${ORIGIN} */
export const ${name}: RoundWeights["scales"] = {
${printRows(round.scales, scaleNames)}
};
`;
}

if (import.meta.main) {
  const folder = new URL("../src/html/", import.meta.url);
  const { first, second, neighbours } = fitWithout();
  const write = (file: string, text: string): void => writeFileSync(new URL(file, folder), text);
  write("content-weights.ts", printBase({ first, second, neighbours }));
  write("scale-weights.ts", printScales(first, "scaleWeights"));
  write("scale-weights-with-neighbours.ts", printScales(second, "scaleWeightsWithNeighbours"));
}

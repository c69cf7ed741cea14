import { writeFileSync } from "node:fs";
import { readBlocks } from "../src/html/block-page.ts";
import {
  evidence,
  groupOfKind,
  type BitWeights,
  type ContentWeights,
} from "../src/html/block-score.ts";
import { measure } from "../src/html/measures.ts";
import { guessKind } from "../src/html/page-kind.ts";
import { summarize } from "../src/html/page-summary.ts";
import { parse } from "../src/html/parse.ts";
import { cleanView, wholePage } from "../src/html/view.ts";
import { labelBlocks } from "./content-labels.ts";
import { fitLogistic } from "./fit-logistic.ts";
import { labelledPages, type LabelledPage } from "./labelled-pages.ts";
import { WeightColumns, type SeenBlock } from "./weight-columns.ts";

// Fits the weights of main content to the labelled pages: node benchmarks/fit-content.ts writes
// src/html/content-weights.ts and scale-weights.ts. They are fitted to all pages; quality-main.ts --cross judges them
// on pages that they have not seen, by fits without a third of the pages.

/** What keeps weights small: the cost of a squared one … */
const PENALTY = 100;
/** … and of a squared difference of neighbours on a scale. */
const SMOOTHNESS = 1500;

/** Words of a block that count, and the share of its page: one long block makes no page. */
const MOST_WORDS = 60;
const MOST_SHARE = 0.1;

interface Sample extends SeenBlock {
  readonly third: number;
  readonly label: number;
  readonly weight: number;
}

let samples: readonly Sample[] | undefined;

/** Fits the weights to the pages that are not of the third; to all without one. */
export function fitWithout(third?: number): ContentWeights {
  samples ??= labelledPages().flatMap(samplesOf);
  const used = samples.filter((sample) => sample.third !== third);
  const columns = new WeightColumns(used);
  const sets = used.map((sample) => columns.of(sample));
  const rows = new Int32Array(used.length + 1);
  for (const [row, set] of sets.entries()) rows[row + 1] = (rows[row] as number) + set.length;
  const fitted = fitLogistic({
    columns: Int32Array.from(sets.flat()),
    rows,
    width: columns.width,
    labels: Float64Array.from(used, ({ label }) => label),
    weights: Float64Array.from(used, ({ weight }) => weight),
    penalty: PENALTY,
    pairs: columns.pairs,
    smoothness: SMOOTHNESS,
  });
  return columns.name(fitted);
}

function samplesOf(labelled: LabelledPage): Sample[] {
  const tree = parse(labelled.html);
  const { url, third } = labelled;
  const view = wholePage(tree, { url });
  const whole = measure(tree, view.dropped);
  const clean = cleanView(view, whole);
  const cleanMeasures = measure(tree, clean.dropped);
  const { kind } = guessKind(tree, url);
  const page = readBlocks({ whole, clean, cleanMeasures, kind });
  const texts = page.blocks.map(({ text }) => text);
  const { labels, words } = labelBlocks(texts, labelled.content);
  const all = Math.max(
    1,
    words.reduce((sum, one) => sum + Math.min(MOST_WORDS, one), 0),
  );
  const seen = Array.from(
    evidence(page, summarize(page)),
    ({ places, names, signs, values }, index) => ({
      bits: [places, names, signs],
      group: groupOfKind(kind),
      values: values.slice(),
      third,
      label: labels[index] as number,
      weight: Math.min(MOST_SHARE, Math.min(MOST_WORDS, words[index] as number) / all),
    }),
  );
  return seen.filter(({ weight }) => weight > 0);
}

function printBits({ places, names, signs }: BitWeights): string {
  return `{ places: [${places.join(", ")}], names: [${names.join(", ")}], signs: [${signs.join(", ")}] }`;
}

const ORIGIN = "Fitted: `node benchmarks/fit-content.ts` writes this file.";

function printBase(weights: ContentWeights): string {
  const kinds = Object.entries(weights.bitsOfKind).map(
    ([group, bits]) => `    ${group}: ${printBits(bits)},`,
  );
  return `import type { ContentWeights } from "./block-score.ts";
import { scaleWeights } from "./scale-weights.ts";

/** What speaks for and against content. ${ORIGIN} */
export const contentWeights: ContentWeights = {
  base: ${weights.base},
  bits: ${printBits(weights.bits)},
  bitsOfKind: {
${kinds.join("\n")}
  },
  scales: scaleWeights,
};
`;
}

function printScales({ scales }: ContentWeights): string {
  const rows = Object.entries(scales).map(
    ([name, { edges, weights }]) =>
      `  ${name}: { edges: [${edges.join(", ")}], weights: [${weights.join(", ")}] },`,
  );
  return `import type { ContentWeights } from "./block-score.ts";

/** What the values of scales weigh. ${ORIGIN} */
export const scaleWeights: ContentWeights["scales"] = {
${rows.join("\n")}
};
`;
}

if (import.meta.main) {
  const folder = new URL("../src/html/", import.meta.url);
  const weights = fitWithout();
  writeFileSync(new URL("content-weights.ts", folder), printBase(weights));
  writeFileSync(new URL("scale-weights.ts", folder), printScales(weights));
}

import { foldText } from "../evidence/index.ts";
import type { Source } from "./journal-entries.ts";

/** Words of a run that is compared. */
const RUN = 4;
/** Runs of a page that are compared. */
const MOST_RUNS = 20_000;
/** Share of the shorter page's runs that the other has when they are one text. */
const SAME = 0.8;
/** Runs below which a page is too short to be told apart. */
const FEWEST = 30;

/** A page's text, to be compared. */
export type TextRuns = ReadonlySet<string>;

/** The runs of four words that a page consists of. */
export function textRuns({ passages }: Pick<Source, "passages">): TextRuns {
  const runs = new Set<string>();
  for (const { text } of passages) {
    const words = foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
    for (let at = 0; at + RUN <= words.length && runs.size < MOST_RUNS; at += 1) {
      runs.add(words.slice(at, at + RUN).join(" "));
    }
  }
  return runs;
}

/** Whether one of two pages mostly repeats the other. */
export function areSameText(one: TextRuns, two: TextRuns): boolean {
  const [small, large] = one.size <= two.size ? [one, two] : [two, one];
  if (small.size < FEWEST) return false;
  let shared = 0;
  for (const run of small) if (large.has(run)) shared += 1;
  return shared >= SAME * small.size;
}

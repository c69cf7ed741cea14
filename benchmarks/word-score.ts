import { listWords } from "./content-labels.ts";

/** How well a text matches another, from 0 to 1. */
export interface Score {
  readonly f1: number;
  readonly precision: number;
  readonly recall: number;
}

/** What two bags have in common: the figures of a {@link Score} before they are divided. */
export interface Overlap {
  readonly common: number;
  readonly found: number;
  readonly wanted: number;
}

/** Compares the words of two texts as bags. */
export function wordScore(found: string, wanted: string): Score {
  const overlap = compare(listWords(found), listWords(wanted));
  if (overlap.wanted === 0) return { f1: overlap.found === 0 ? 1 : 0, precision: 0, recall: 1 };
  return scoreOf(overlap);
}

/** Compares the runs of four words of two texts as bags. */
export function shingleOverlap(found: string, wanted: string): Overlap {
  return compare(shingles(listWords(found)), shingles(listWords(wanted)));
}

/** Precision, recall and F1 of an overlap, or of the sum of several. */
export function scoreOf({ common, found, wanted }: Overlap): Score {
  const precision = common / Math.max(1, found);
  const recall = common / Math.max(1, wanted);
  const f1 = common === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { f1, precision, recall };
}

function shingles(words: readonly string[]): string[] {
  if (words.length < 4) return words.length === 0 ? [] : [words.join(" ")];
  return words.slice(3).map((_, at) => words.slice(at, at + 4).join(" "));
}

function compare(found: readonly string[], wanted: readonly string[]): Overlap {
  const left = new Map<string, number>();
  for (const item of wanted) left.set(item, (left.get(item) ?? 0) + 1);
  let common = 0;
  for (const item of found) {
    const count = left.get(item) ?? 0;
    if (count === 0) continue;
    left.set(item, count - 1);
    common++;
  }
  return { common, found: found.length, wanted: wanted.length };
}

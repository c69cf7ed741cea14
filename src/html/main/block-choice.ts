import type { PageKind } from "../facts/page-kind.ts";

/** What was chosen of a page. */
interface BlockChoice {
  /** By block: 1 when it is content. */
  readonly kept: Uint8Array;
  /** The word F1 that the choice is expected to have, from 0 to 1. */
  readonly expected: number;
}

/**
 * What recall weighs beside precision (the square of beta in F-beta), where it is not 1. Where
 * nothing tells what a page is for, and in an article, a paragraph that is lost is worse than a line
 * too many; around the posts of a thread stands much that looks like posts.
 */
const recallWeights: Readonly<Partial<Record<PageKind, number>>> = {
  article: 1.2,
  unknown: 1.4,
  forum: 0.75,
};

/**
 * The blocks that make the best choice: those above the chance at which the expected F-beta of the
 * words is highest. A page of doubt keeps more of its doubtful blocks than a clear one.
 * @param chances how likely each block is content
 * @param words of each block
 * @param kind of the page
 */
export function chooseBlocks(
  chances: Float64Array,
  words: readonly number[],
  kind: PageKind,
): BlockChoice {
  const recall = recallWeights[kind] ?? 1;
  const order = Array.from(chances.keys()).toSorted(
    (a, b) => (chances[b] as number) - (chances[a] as number),
  );
  let content = 0;
  for (const index of order) content += weight(chances, words, index);
  const best = { count: 0, value: 0, expected: 0 };
  let found = 0;
  let taken = 0;
  for (const [at, index] of order.entries()) {
    found += weight(chances, words, index);
    taken += words[index] as number;
    const value = ((1 + recall) * found) / Math.max(1, taken + recall * content);
    if (value <= best.value) continue;
    const expected = (2 * found) / Math.max(1, taken + content);
    Object.assign(best, { count: at + 1, value, expected });
  }
  const kept = new Uint8Array(chances.length);
  for (const index of order.slice(0, best.count)) kept[index] = 1;
  return { kept, expected: best.expected };
}

function weight(chances: Float64Array, words: readonly number[], index: number): number {
  return (chances[index] as number) * (words[index] as number);
}

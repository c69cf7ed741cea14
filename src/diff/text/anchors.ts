import type { Box, Point, Sides } from "./box.ts";

/**
 * The longest run of items in order that stand exactly once on each side of a box, as in Bram Cohen's
 * patience diff: what is unique is rarely paired wrongly.
 */
export function anchorsOf(box: Box, sides: Sides): Point[] {
  return longestRise(uniquePairs(box, sides));
}

/** In the order of `before`. */
function uniquePairs(box: Box, { before, after }: Sides): Point[] {
  const places = new Map<number, number>();
  for (let at = box.afterFrom; at < box.afterTo; at += 1) {
    const kind = after[at] as number;
    places.set(kind, places.has(kind) ? -1 : at);
  }
  const pairs = new Map<number, Point | undefined>();
  for (let at = box.beforeFrom; at < box.beforeTo; at += 1) {
    const kind = before[at] as number;
    const place = places.get(kind) ?? -1;
    if (place === -1) continue;
    pairs.set(kind, pairs.has(kind) ? undefined : { before: at, after: place });
  }
  return [...pairs.values()].filter((pair) => pair !== undefined);
}

/** The longest rising subsequence by `after`, by piles and their tops. */
function longestRise(pairs: readonly Point[]): Point[] {
  const tops: number[] = [];
  const below = new Int32Array(pairs.length);
  for (const [index, { after }] of pairs.entries()) {
    const pile = pileFor(after, tops, pairs);
    below[index] = pile === 0 ? -1 : (tops[pile - 1] as number);
    tops[pile] = index;
  }
  const rise: Point[] = [];
  for (let index = tops.at(-1) ?? -1; index !== -1; index = below[index] as number) {
    rise.push(pairs[index] as Point);
  }
  return rise.toReversed();
}

function pileFor(after: number, tops: readonly number[], pairs: readonly Point[]): number {
  let low = 0;
  let high = tops.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((pairs[tops[middle] as number] as Point).after < after) low = middle + 1;
    else high = middle;
  }
  return low;
}

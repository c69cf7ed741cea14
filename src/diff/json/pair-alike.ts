import type { Json } from "../../storage/index.ts";
import { isArray, isContainer, isSameAtSight } from "./is-same-json.ts";

/** Elements between two kept ones that match nothing. */
interface Leftovers {
  readonly before: readonly Json[];
  readonly after: readonly Json[];
}

/** What likeness counts against a pair that has none. */
const WEIGHT = 10;

/** Members or elements that are looked at to tell how alike two values are. */
const MOST_LOOKS = 16;

/**
 * Pairs of indexes, in order on both sides, of values that are the most alike: the pairs with the
 * most members in common, and as many pairs as there can be (Needleman and Wunsch, 1970). Takes as
 * many comparisons as there are pairs to choose from.
 */
export function pairAlike({ before, after }: Leftovers, tolerance: number): [number, number][] {
  const width = after.length + 1;
  const scores = new Float64Array(before.length * after.length);
  // best[row, column]: what the pairs from there on are worth at most.
  const best = new Float64Array((before.length + 1) * width);
  const at = (row: number, column: number): number => best[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const alike = likeness(before[row] ?? null, after[column] ?? null, tolerance);
      const score = 1 + WEIGHT * alike;
      scores[row * after.length + column] = score;
      const skipped = Math.max(at(row + 1, column), at(row, column + 1));
      best[row * width + column] = Math.max(score + at(row + 1, column + 1), skipped);
    }
  }
  const pairs: [number, number][] = [];
  let [row, column] = [0, 0];
  while (row < before.length && column < after.length) {
    const paired = (scores[row * after.length + column] ?? 0) + at(row + 1, column + 1);
    if (paired === at(row, column)) pairs.push([row++, column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}

/** The part of the members or elements that are the same; 0 for what is neither object nor array. */
function likeness(one: Json, other: Json, tolerance: number): number {
  if (!isContainer(one) || !isContainer(other) || isArray(one) !== isArray(other)) return 0;
  const values = new Map(Object.entries(other));
  const members = Object.entries(one);
  const shared = members.slice(0, MOST_LOOKS).filter(([key, value]) => {
    const found = values.get(key);
    return found !== undefined && isSameAtSight(value, found, tolerance);
  });
  return shared.length / Math.max(1, Math.min(MOST_LOOKS, Math.max(members.length, values.size)));
}

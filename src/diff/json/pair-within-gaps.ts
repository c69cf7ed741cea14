import type { Json } from "../../storage/index.ts";
import type { ArrayPair, MatchRules } from "./element-keys.ts";
import { isContainer } from "./is-same-json.ts";
import { pairAlike } from "./pair-alike.ts";

/** Which element of the array before each one of the array after was. */
export interface Matching {
  /** Index before by index after; -1 for an element that was put in. */
  readonly source: Int32Array;
  /** 1 by index after for an element whose order is kept; 0 for one that was moved or put in. */
  readonly isKept: Uint8Array;
}

/** Possible pairs of one array that are looked at for likeness; beyond it order decides. */
const MOST_COMPARISONS = 20_000;

/**
 * Between two kept elements, what was taken out and what was put in belong together where they are
 * alike, else one by one: they are changes of one element. Marks them so.
 */
export function pairWithinGaps(matching: Matching, elements: ArrayPair, rules: MatchRules): void {
  const { source, isKept } = matching;
  const unmatched = unmatchedOf(source, elements.before.length);
  let comparisons = 0;
  for (const gap of gapsOf(matching, unmatched)) {
    const before = gap.before.map((index) => elements.before[index] ?? null);
    const after = gap.after.map((index) => elements.after[index] ?? null);
    const count = before.length * after.length;
    const mayCompare = count > 1 && hasContainers(before) && hasContainers(after);
    if (mayCompare) comparisons += count;
    const isPaid = mayCompare && comparisons <= MOST_COMPARISONS && !rules.budget.isSpent();
    const pairs = isPaid
      ? pairAlike({ before, after }, rules.settings.tolerance)
      : inOrder(Math.min(before.length, after.length));
    for (const [one, other] of pairs) {
      const index = gap.after[other] ?? 0;
      source[index] = gap.before[one] ?? -1;
      isKept[index] = 1;
    }
  }
}

/** What matches nothing between two kept elements: indexes before and after. */
interface Gap {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** Gaps with something on both sides. */
function gapsOf({ source, isKept }: Matching, unmatched: readonly number[]): Gap[] {
  const gaps: Gap[] = [];
  let from = 0;
  let after: number[] = [];
  for (let index = 0; index <= source.length; index += 1) {
    if (index < source.length && isKept[index] === 0) {
      if (source[index] === -1) after.push(index);
      continue;
    }
    // A kept element, or the end.
    const limit = source[index] ?? Number.POSITIVE_INFINITY;
    const start = from;
    while ((unmatched[from] ?? Number.POSITIVE_INFINITY) < limit) from += 1;
    if (after.length > 0 && from > start)
      gaps.push({ before: unmatched.slice(start, from), after });
    after = [];
  }
  return gaps;
}

function hasContainers(values: readonly Json[]): boolean {
  return values.some((value) => isContainer(value));
}

function inOrder(count: number): [number, number][] {
  return Array.from({ length: count }, (_, index) => [index, index]);
}

function unmatchedOf(source: Int32Array, beforeLength: number): number[] {
  const isMatched = new Uint8Array(beforeLength);
  for (const index of source) if (index >= 0) isMatched[index] = 1;
  const unmatched: number[] = [];
  for (const [index, flag] of isMatched.entries()) if (flag === 0) unmatched.push(index);
  return unmatched;
}

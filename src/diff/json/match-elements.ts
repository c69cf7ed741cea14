import {
  contentKeys,
  identityKeys,
  type ArrayPair,
  type ElementKeys,
  type MatchRules,
} from "./element-keys.ts";
import { isSameJson } from "./is-same-json.ts";
import { longestIncreasing } from "./longest-increasing.ts";
import { pairWithinGaps } from "./pair-within-gaps.ts";
import type { Matching } from "./pair-within-gaps.ts";

/** Matches the elements of two arrays; undefined when time ran out. */
export function matchElements(pair: ArrayPair, rules: MatchRules): Matching | undefined {
  const keys = identityKeys(pair, rules.settings.identity);
  if (keys !== undefined) {
    const source = sourcesOf(keys);
    return { source, isKept: longestIncreasing(source) };
  }
  return matchByContent(pair, rules);
}

function matchByContent(pair: ArrayPair, rules: MatchRules): Matching | undefined {
  const { before, after } = pair;
  const { start, end } = commonEnds(pair, rules.settings.tolerance);
  const rest: ArrayPair = {
    before: before.slice(start, before.length - end),
    after: after.slice(start, after.length - end),
  };
  const middle = matchRest(rest, rules);
  if (middle === undefined) return undefined;
  const source = new Int32Array(after.length);
  const isKept = new Uint8Array(after.length).fill(1);
  isKept.set(middle.isKept, start);
  for (let index = 0; index < after.length; index += 1) {
    if (index < start) source[index] = index;
    else if (index >= after.length - end) source[index] = index - after.length + before.length;
    else source[index] = shifted(middle.source[index - start] ?? -1, start);
  }
  return { source, isKept };
}

function shifted(index: number, by: number): number {
  return index < 0 ? -1 : index + by;
}

/** How many elements are the same at the start, and of the rest at the end. */
function commonEnds(pair: ArrayPair, tolerance: number): { start: number; end: number } {
  const { before, after } = pair;
  const shorter = Math.min(before.length, after.length);
  // One element each: comparing them is the walk's work.
  if (shorter === 1 && before.length === after.length) return { start: 0, end: 0 };
  const same = (one: number, other: number): boolean =>
    isSameJson(before[one] ?? null, after[other] ?? null, tolerance);
  let start = 0;
  while (start < shorter && same(start, start)) start += 1;
  let end = 0;
  while (end < shorter - start && same(before.length - 1 - end, after.length - 1 - end)) end += 1;
  return { start, end };
}

/** Matches what has neither start nor end in common. */
function matchRest(rest: ArrayPair, rules: MatchRules): Matching | undefined {
  const isPlain = Math.min(rest.before.length, rest.after.length) <= 1;
  if (isPlain && rest.before.length === rest.after.length) {
    return {
      source: new Int32Array(rest.after.length),
      isKept: new Uint8Array(rest.after.length).fill(1),
    };
  }
  const keys = contentKeys(rest, rules);
  if (keys === undefined) return undefined;
  const source = sourcesOf(keys);
  const isKept = longestIncreasing(source);
  const matching: Matching = { source, isKept };
  pairWithinGaps(matching, rest, rules);
  return matching;
}

/**
 * The first element of each key that is not taken yet; but what follows the one that was taken last,
 * if it fits, so that runs with repeated elements stay together.
 */
function sourcesOf(keys: ElementKeys): Int32Array {
  const free = new Map<number, number>();
  const nextAlike = new Int32Array(keys.before.length).fill(-1);
  for (let index = keys.before.length - 1; index >= 0; index -= 1) {
    const key = keys.before[index] ?? -1;
    nextAlike[index] = free.get(key) ?? -1;
    free.set(key, index);
  }
  const isTaken = new Uint8Array(keys.before.length);
  const source = new Int32Array(keys.after.length).fill(-1);
  let last = -1;
  for (const [index, key] of keys.after.entries()) {
    let found = last + 1;
    if (keys.before[found] !== key || isTaken[found] === 1) {
      found = free.get(key) ?? -1;
      while (found >= 0 && isTaken[found] === 1) found = nextAlike[found] ?? -1;
      free.set(key, found);
    }
    if (found < 0) continue;
    isTaken[found] = 1;
    source[index] = found;
    last = found;
  }
  return source;
}

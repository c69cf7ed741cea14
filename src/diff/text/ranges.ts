import type { Alignment } from "./align.ts";

/** Consecutive units that were replaced; ends are behind the last one. */
export interface Range {
  beforeFrom: number;
  beforeTo: number;
  afterFrom: number;
  afterTo: number;
  /** Number of the moved block that it is. */
  move?: number | undefined;
}

/** The marks of an alignment as ranges, in order, no two of them touching. */
export function rangesOf({ removed, added }: Alignment): Range[] {
  const ranges: Range[] = [];
  let before = 0;
  let after = 0;
  while (before < removed.length || after < added.length) {
    const beforeFrom = before;
    const afterFrom = after;
    while (removed[before] === 1) before += 1;
    while (added[after] === 1) after += 1;
    if (before > beforeFrom || after > afterFrom) {
      ranges.push({ beforeFrom, beforeTo: before, afterFrom, afterTo: after });
    } else {
      before += 1;
      after += 1;
    }
  }
  return ranges;
}

/** Joins ranges that touch one another. */
export function joinRanges(ranges: readonly Range[]): Range[] {
  const joined: Range[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (last?.beforeTo === range.beforeFrom && last.afterTo === range.afterFrom) {
      last.beforeTo = range.beforeTo;
      last.afterTo = range.afterTo;
    } else {
      joined.push(range);
    }
  }
  return joined;
}

import type { StoredRow } from "./row-groups.ts";

/** The order of two rows, as for `sort`. */
export type CompareRows = (a: StoredRow, b: StoredRow) => number;

/**
 * The first rows of an order. Once there are enough, most others are told apart by one comparison with
 * the last of them, so that a claim of a few among many does not sort all.
 */
export function firstRows(
  rows: Iterable<StoredRow>,
  compare: CompareRows,
  limit: number,
): StoredRow[] {
  const kept: StoredRow[] = [];
  let last: StoredRow | undefined;
  for (const row of rows) {
    if (last !== undefined && compare(row, last) >= 0) continue;
    kept.push(row);
    if (kept.length < 2 * limit) continue;
    kept.sort(compare);
    kept.length = limit;
    last = kept[limit - 1];
  }
  return kept.sort(compare).slice(0, limit);
}

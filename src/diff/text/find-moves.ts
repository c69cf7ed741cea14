import type { SlideParts } from "./slide.ts";
import type { Range } from "./ranges.ts";
import type { Units } from "./units.ts";

/** A run of units that was taken out at one place and put in at another. */
export interface Move {
  readonly beforeFrom: number;
  readonly afterFrom: number;
  readonly length: number;
}

/** Letters and digits that make one line worth following. */
const TELLING_LETTERS = 20;

/** Lines that are worth following whatever they say; those that say nothing do not count. */
const TELLING_LINES = 3;

/** Places that are tried; what stands at more is followed from a rarer line beside it. */
const MOST_PLACES = 16;

/** Finds moved blocks, the first ones first and each as long as it goes; in linear time. */
export function findMoves(ranges: readonly Range[], parts: SlideParts): Move[] {
  const search = new MoveSearch(ranges, parts);
  const moves: Move[] = [];
  for (const { beforeFrom, beforeTo } of ranges) {
    for (let at = beforeFrom; at < beforeTo;) {
      const found = search.longestFrom(at, beforeFrom);
      if (found !== undefined && isTelling(parts.before, found)) {
        search.take(found);
        moves.push(found);
      }
      at = found === undefined ? at + 1 : found.beforeFrom + found.length;
    }
  }
  return moves;
}

class MoveSearch {
  readonly #before: Int32Array;
  readonly #after: Int32Array;
  /** The first place of each kind among what was put in, and the next place of each place; or -1. */
  readonly #firsts: Int32Array;
  readonly #nexts: Int32Array;
  readonly #counts: Int32Array;
  /** Number of the range + 1 that puts a unit in; 0 for what was taken already, and what stays. */
  readonly #free: Int32Array;
  /** Number of the range that takes a unit out. */
  readonly #range: Int32Array;
  /** Units before it are taken. */
  #taken = 0;

  constructor(ranges: readonly Range[], { items }: SlideParts) {
    this.#before = items.before;
    this.#after = items.after;
    this.#firsts = new Int32Array(items.kinds).fill(-1);
    this.#counts = new Int32Array(items.kinds);
    this.#nexts = new Int32Array(items.after.length).fill(-1);
    this.#free = new Int32Array(items.after.length);
    this.#range = new Int32Array(items.before.length).fill(-1);
    for (const [index, range] of ranges.entries()) {
      this.#range.fill(index, range.beforeFrom, range.beforeTo);
      this.#free.fill(index + 1, range.afterFrom, range.afterTo);
    }
    for (const range of ranges.toReversed()) this.#enter(range);
  }

  #enter({ afterFrom, afterTo }: Range): void {
    for (let at = afterTo - 1; at >= afterFrom; at -= 1) {
      const kind = this.#after[at] as number;
      this.#nexts[at] = this.#firsts[kind] as number;
      this.#firsts[kind] = at;
      this.#counts[kind] = (this.#counts[kind] as number) + 1;
    }
  }

  /** The longest block that has the unit at `at` and begins at `lowest` or later. */
  longestFrom(at: number, lowest: number): Move | undefined {
    const kind = this.#before[at] as number;
    if ((this.#counts[kind] as number) > MOST_PLACES) return undefined;
    const low = Math.max(lowest, this.#taken);
    let longest: Move | undefined;
    for (let to = this.#firsts[kind] as number; to !== -1; to = this.#nexts[to] as number) {
      const found = this.#free[to] === 0 ? undefined : this.#extended(at, to, low);
      if (found !== undefined && found.length > (longest?.length ?? 0)) longest = found;
    }
    return longest;
  }

  #extended(at: number, to: number, lowest: number): Move {
    const [range, place] = [this.#range[at], this.#free[to]];
    let up = 0;
    while (at - up > lowest && this.#isSame(at - up - 1, to - up - 1, place)) up += 1;
    let down = 1;
    while (this.#range[at + down] === range && this.#isSame(at + down, to + down, place)) down += 1;
    return { beforeFrom: at - up, afterFrom: to - up, length: up + down };
  }

  #isSame(at: number, to: number, place: number | undefined): boolean {
    return this.#free[to] === place && this.#before[at] === this.#after[to];
  }

  take({ beforeFrom, afterFrom, length }: Move): void {
    this.#taken = beforeFrom + length;
    this.#free.fill(0, afterFrom, afterFrom + length);
  }
}

function isTelling(units: Units, { beforeFrom, length }: Move): boolean {
  let lines = 0;
  for (let at = beforeFrom; at < beforeFrom + length; at += 1) {
    const letters = lettersOf(units.at(at));
    if (letters > 0) lines += 1;
    if (letters >= TELLING_LETTERS || lines >= TELLING_LINES) return true;
  }
  return false;
}

/** Up to as many as tell. */
function lettersOf(unit: string): number {
  let letters = 0;
  for (const _ of unit.matchAll(/[\p{L}\p{N}]/gu)) {
    letters += 1;
    if (letters === TELLING_LETTERS) break;
  }
  return letters;
}

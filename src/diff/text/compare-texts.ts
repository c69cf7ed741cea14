import type { Clock } from "../../core/index.ts";
import type { TextChange, TextDiff } from "../text-diff.ts";
import { align } from "./align.ts";
import { Budget } from "./budget.ts";
import { changedPart, type ChangedPart } from "./changed-part.ts";
import { findMoves } from "./find-moves.ts";
import { internUnits } from "./intern.ts";
import { rangesOf, type Range } from "./ranges.ts";
import { refineWords } from "./refine-words.ts";
import { FARTHEST, slideRanges, type SlideParts } from "./slide.ts";
import { splitMoves } from "./split-moves.ts";
import type { TextSettings } from "./text-settings.ts";
import { Units } from "./units.ts";

/** How a comparison is made, and what tells its time. */
interface TextTerms {
  readonly settings: TextSettings;
  readonly clock: Clock;
}

/** Changes beyond which the rest is left out; more would take more memory than they are worth. */
const MOST_CHANGES = 100_000;

/** Compares two texts by the time of a clock. */
export function compareTexts(before: string, after: string, terms: TextTerms): TextDiff {
  if (before === after) return emptyDiff;
  const { settings, clock } = terms;
  const budget = new Budget(clock, settings.budgetMs);
  const part = changedPart(new Units(before), new Units(after), FARTHEST);
  const items = internUnits(part.before, part.after);
  const alignment = align(items, budget);
  const parts = { ...part, items };
  const ranges = slideRanges(rangesOf(alignment), parts);
  const moves = settings.moves ? findMoves(ranges, parts) : [];
  const shown = fitting(splitMoves(ranges, moves), parts, settings.maxSize);
  const refining = settings.words ? budget : undefined;
  return {
    changes: shown.ranges.map((range) => changeOf(range, parts, refining)),
    stats: statsOf(ranges),
    truncated: alignment.truncated || shown.omitted,
    omitted: shown.omitted,
  };
}

/** The difference of equal texts. */
const emptyDiff: TextDiff = Object.freeze({
  changes: Object.freeze([]),
  stats: Object.freeze({ adds: 0, dels: 0 }),
  truncated: false,
  omitted: false,
});

/** The ranges that have room, and whether some have not. */
function fitting(
  ranges: readonly Range[],
  { before, after }: SlideParts,
  maxSize: number,
): { readonly ranges: readonly Range[]; readonly omitted: boolean } {
  let size = 0;
  let count = 0;
  const shown = ranges.filter((range) => {
    const length =
      before.length(range.beforeFrom, range.beforeTo) +
      after.length(range.afterFrom, range.afterTo);
    if (size + length > maxSize || count === MOST_CHANGES) return false;
    size += length;
    count += 1;
    return true;
  });
  const omitted = shown.length < ranges.length;
  if (omitted) forgetHalfMoves(shown);
  return { ranges: shown, omitted };
}

/** A move is told where both of its changes are. */
function forgetHalfMoves(ranges: readonly Range[]): void {
  const seen = new Map<number, number>();
  for (const { move } of ranges) {
    if (move !== undefined) seen.set(move, (seen.get(move) ?? 0) + 1);
  }
  for (const range of ranges) {
    if (range.move !== undefined && seen.get(range.move) === 1) range.move = undefined;
  }
}

function changeOf(range: Range, parts: ChangedPart, budget: Budget | undefined): TextChange {
  const { beforeFrom, beforeTo, afterFrom, afterTo, move } = range;
  const change = {
    beforeStart: parts.base + beforeFrom,
    before: parts.before.list(beforeFrom, beforeTo),
    afterStart: parts.base + afterFrom,
    after: parts.after.list(afterFrom, afterTo),
  };
  if (move !== undefined) return { ...change, move };
  if (budget === undefined || change.before.length === 0 || change.after.length === 0) {
    return change;
  }
  const was = parts.before.joined(beforeFrom, beforeTo);
  const words = refineWords(was, parts.after.joined(afterFrom, afterTo), budget);
  return words === undefined ? change : { ...change, words };
}

function statsOf(ranges: readonly Range[]): TextDiff["stats"] {
  let [adds, dels] = [0, 0];
  for (const { beforeFrom, beforeTo, afterFrom, afterTo } of ranges) {
    adds += afterTo - afterFrom;
    dels += beforeTo - beforeFrom;
  }
  return { adds, dels };
}

import type { Interned } from "./intern.ts";
import { joinRanges, type Range } from "./ranges.ts";
import type { Units } from "./units.ts";

/** What is slid over. */
export interface SlideParts {
  readonly before: Units;
  readonly after: Units;
  readonly items: Interned;
}

/** Units that a change is slid over at most, in each direction. */
export const FARTHEST = 200;

/** Better than every sign of a boundary: one change less. */
const JOINED = 100;

/**
 * Where lines are only put in or only taken out, and the line above is the same as their last one,
 * the change can stand a line higher; and so on, in both directions. It is put where a reader would
 * see it: before a heading, after an empty line, beside another change.
 */
export function slideRanges(ranges: readonly Range[], parts: SlideParts): Range[] {
  for (const [index, range] of ranges.entries()) {
    const isRemoval = range.afterFrom === range.afterTo;
    if (!isRemoval && range.beforeFrom !== range.beforeTo) continue;
    const room = {
      up: Math.min(FARTHEST, range.beforeFrom - (ranges[index - 1]?.beforeTo ?? 0)),
      down: Math.min(
        FARTHEST,
        (ranges[index + 1]?.beforeFrom ?? parts.before.count) - range.beforeTo,
      ),
    };
    const run = isRemoval
      ? {
          from: range.beforeFrom,
          to: range.beforeTo,
          units: parts.before,
          items: parts.items.before,
        }
      : { from: range.afterFrom, to: range.afterTo, units: parts.after, items: parts.items.after };
    move(range, bestShift(run, room));
  }
  return joinRanges(ranges);
}

interface Run {
  readonly from: number;
  readonly to: number;
  readonly units: Units;
  readonly items: Int32Array;
}

function bestShift(run: Run, room: { readonly up: number; readonly down: number }): number {
  const { items, from, to } = run;
  let [up, down] = [0, 0];
  while (up < room.up && items[from - up - 1] === items[to - up - 1]) up += 1;
  while (down < room.down && items[from + down] === items[to + down]) down += 1;
  if (up + down === 0) return 0;
  let best = { shift: 0, score: Number.NEGATIVE_INFINITY };
  for (let shift = -up; shift <= down; shift += 1) {
    const touches = shift === -room.up || shift === room.down;
    const score = boundaryScore(run, shift) + (touches && !isEnd(run, shift) ? JOINED : 0);
    if (score >= best.score) best = { shift, score };
  }
  return best.shift;
}

/** The text's ends and the farthest that is looked are no other change. */
function isEnd({ from, to, units }: Run, shift: number): boolean {
  return Math.abs(shift) === FARTHEST || from + shift === 0 || to + shift === units.count;
}

function boundaryScore({ from, to, units }: Run, shift: number): number {
  const first = units.at(from + shift);
  const last = units.at(to + shift - 1);
  let score = 0;
  if (isHeading(first)) score += 4;
  if (isHeading(last)) score -= 4;
  if (from + shift === 0 || isBlank(units.at(from + shift - 1))) score += 3;
  if (isBlank(last)) score += 2;
  if (isBlank(first)) score -= 2;
  // Of words: those of a whole line.
  if (last.endsWith("\n")) score += 1;
  return score - Math.min(indentOf(first), 16) / 16;
}

function isHeading(unit: string): boolean {
  return /^ {0,3}#{1,6}\s/.test(unit);
}

function isBlank(unit: string): boolean {
  return !/\S/.test(unit);
}

function indentOf(unit: string): number {
  return Math.max(0, unit.search(/\S/));
}

function move(range: Range, shift: number): void {
  range.beforeFrom += shift;
  range.beforeTo += shift;
  range.afterFrom += shift;
  range.afterTo += shift;
}

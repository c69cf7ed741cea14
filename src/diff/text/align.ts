import { anchorsOf } from "./anchors.ts";
import { trimmed, type Box, type Point, type Sides } from "./box.ts";
import type { Budget } from "./budget.ts";
import { splitBox } from "./split-box.ts";
import type { Alignable } from "./intern.ts";

/** Which items differ; those that do not are pairs, in order. */
export interface Alignment {
  readonly removed: Uint8Array;
  readonly added: Uint8Array;
  /** Whether the time ran out, so that a part was not searched. */
  readonly truncated: boolean;
}

/** Fewest differences that are searched in one go. */
const LEAST_LIMIT = 64;

/** About the most steps of one search: some 20 ms. */
const MOST_STEPS = 10_000_000;

/**
 * Aligns two sequences: the smallest difference where that is cheap to find, a small one else. Items
 * that stand on one side only are never searched. Faint items do not count at first: an empty line
 * between two paragraphs would be as good a reason to pair them as the paragraphs themselves.
 */
export function align({ before, after, kinds, faint }: Alignable, budget: Budget): Alignment {
  const beforePlaces = placesOf(before, presence(after, kinds));
  const afterPlaces = placesOf(after, presence(before, kinds));
  const sides = sidesOf(
    beforePlaces.map((place) => before[place] as number),
    afterPlaces.map((place) => after[place] as number),
  );
  const pairs = alignStrong(sides, faint, budget);
  const truncated = alignBoxes(gapsAround(pairs, sides), sides, budget);
  return {
    removed: spread(sides.removed, beforePlaces, before.length),
    added: spread(sides.added, afterPlaces, after.length),
    truncated,
  };
}

function sidesOf(before: Int32Array, after: Int32Array): Sides {
  const removed = new Uint8Array(before.length);
  return { before, after, removed, added: new Uint8Array(after.length) };
}

/** Pairs of items that are not faint: their places before and after, by turns. */
function alignStrong({ before, after }: Sides, faint: Uint8Array, budget: Budget): Int32Array {
  const isStrong = faint.map((mark) => 1 - mark);
  const beforePlaces = placesOf(before, isStrong);
  const afterPlaces = placesOf(after, isStrong);
  // Everything counts, or nothing: one search is enough.
  const all = beforePlaces.length + afterPlaces.length;
  if (all === 0 || all === before.length + after.length) return new Int32Array(0);
  const sides = sidesOf(
    beforePlaces.map((place) => before[place] as number),
    afterPlaces.map((place) => after[place] as number),
  );
  alignBoxes([wholeOf(sides)], sides, budget);
  return pairsOf(sides, beforePlaces, afterPlaces);
}

function pairsOf(sides: Sides, beforePlaces: Int32Array, afterPlaces: Int32Array): Int32Array {
  const pairs = new Int32Array(2 * Math.min(beforePlaces.length, afterPlaces.length));
  let [count, to] = [0, 0];
  for (let from = 0; from < beforePlaces.length; from += 1) {
    if (sides.removed[from] === 1) continue;
    while (sides.added[to] === 1) to += 1;
    pairs[count] = beforePlaces[from] as number;
    pairs[count + 1] = afterPlaces[to] as number;
    count += 2;
    to += 1;
  }
  return pairs.subarray(0, count);
}

/** What is between pairs; the last first, so that a stack gives it in order. */
function gapsAround(pairs: Int32Array, sides: Sides): Box[] {
  const boxes: Box[] = [];
  let to: Point = { before: sides.before.length, after: sides.after.length };
  for (let at = pairs.length - 2; at >= -2; at -= 2) {
    const from = at < 0 ? start : { before: pairs[at] as number, after: pairs[at + 1] as number };
    const step = at < 0 ? 0 : 1;
    if (to.before - from.before > step || to.after - from.after > step) {
      boxes.push(between(from, to, true));
    }
    to = from;
  }
  return boxes;
}

const start: Point = Object.freeze({ before: 0, after: 0 });

function presence(items: Int32Array, kinds: number): Uint8Array {
  const isPresent = new Uint8Array(kinds);
  for (const item of items) isPresent[item] = 1;
  return isPresent;
}

/** Where the items are that the other side has as well. */
function placesOf(items: Int32Array, isPresent: Uint8Array): Int32Array {
  const places = new Int32Array(items.length);
  let count = 0;
  for (let at = 0; at < items.length; at += 1) {
    if (isPresent[items[at] as number] === 0) continue;
    places[count] = at;
    count += 1;
  }
  return places.subarray(0, count);
}

/** Marks for all items from those of the ones that were searched. */
function spread(marks: Uint8Array, places: Int32Array, length: number): Uint8Array {
  const all = new Uint8Array(length).fill(1);
  for (let index = 0; index < places.length; index += 1) {
    all[places[index] as number] = marks[index] as number;
  }
  return all;
}

function wholeOf({ before, after }: Sides): Box {
  return between(start, { before: before.length, after: after.length }, true);
}

/** @returns whether the time ran out */
function alignBoxes(boxes: Box[], sides: Sides, budget: Budget): boolean {
  let truncated = false;
  for (let next = boxes.pop(); next !== undefined; next = boxes.pop()) {
    const box = trimmed(next, sides);
    const isOneSided = box.beforeFrom === box.beforeTo || box.afterFrom === box.afterTo;
    const parts = isOneSided ? undefined : divided(box, sides, budget);
    if (parts === undefined) mark(box, sides);
    // Not spread: there may be more than the stack has room for.
    else for (const part of parts) boxes.push(part);
    truncated ||= !isOneSided && parts === undefined;
  }
  return truncated;
}

/** @returns undefined where the time ran out */
function divided(box: Box, sides: Sides, budget: Budget): Box[] | undefined {
  const size = box.beforeTo - box.beforeFrom + box.afterTo - box.afterFrom;
  if (budget.isSpent) return undefined;
  const limit = Math.max(LEAST_LIMIT, Math.floor(MOST_STEPS / size));
  const split = splitBox({ sides, box, limit }, budget);
  if (split === undefined) return undefined;
  const points = split.isBest || !box.mayAnchor ? [] : anchorsOf(box, sides);
  if (points.length > 0) return cutAt(points, box);
  return cutAt(split.points, { ...box, mayAnchor: box.mayAnchor && split.isBest });
}

/** The last first, so that the stack gives them in order. */
function cutAt(points: readonly Point[], box: Box): Box[] {
  const boxes: Box[] = [];
  let end = { before: box.beforeTo, after: box.afterTo };
  for (const point of points.toReversed()) {
    boxes.push(between(point, end, box.mayAnchor));
    end = point;
  }
  boxes.push(between({ before: box.beforeFrom, after: box.afterFrom }, end, box.mayAnchor));
  return boxes;
}

function between(from: Point, to: Point, mayAnchor: boolean): Box {
  return {
    beforeFrom: from.before,
    beforeTo: to.before,
    afterFrom: from.after,
    afterTo: to.after,
    mayAnchor,
  };
}

function mark(box: Box, { removed, added }: Sides): void {
  removed.fill(1, box.beforeFrom, box.beforeTo);
  added.fill(1, box.afterFrom, box.afterTo);
}

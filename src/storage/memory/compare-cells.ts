import type { Cell } from "../cells.ts";
import { toEngineText } from "../engine-text.ts";
import type { Comparison, Test } from "../query-plan.ts";

/**
 * The order of two cells of one field: null first, false before true, text by code points.
 * Negative, zero or positive, as for `sort`.
 */
export function compareCells(a: Cell, b: Cell): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  if (typeof a === "string" && typeof b === "string") return compareText(a, b);
  return Number(a) - Number(b) < 0 ? -1 : Number(a > b);
}

function compareText(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let at = 0;
  while (at < shorter && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  if (at === shorter) return a.length - b.length;
  // The units that differ may be the second halves of pairs.
  if (at > 0 && isHigh(a.charCodeAt(at - 1))) {
    const pairs = codePoint(a, at - 1) - codePoint(b, at - 1);
    if (pairs !== 0) return pairs;
  }
  return codePoint(a, at) - codePoint(b, at);
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function codePoint(text: string, at: number): number {
  return text.codePointAt(at) ?? -1;
}

const verdicts: Readonly<Record<Comparison, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  ne: (order) => order !== 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
};

/** Text as other stores look for parts in it. */
function folded(text: string): string {
  return toEngineText(text).replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** A test as a function of the field's cell. */
export function predicateOf(test: Test): (cell: Cell) => boolean {
  if (test.is === "null") return (cell) => cell === null;
  if (test.is === "value") return (cell) => cell !== null;
  if (test.is === "in") {
    // A set compares by SameValueZero: -0 is 0, as it must be.
    const values = new Set(test.values);
    return (cell) => values.has(cell);
  }
  if (test.is === "contains") {
    const part = folded(test.value);
    return (cell) => typeof cell === "string" && folded(cell).includes(part);
  }
  const { value, is } = test;
  if (is === "eq") return (cell) => cell === value;
  if (is === "ne") return (cell) => cell !== value;
  const holds = verdicts[is];
  return (cell) => cell !== null && holds(compareCells(cell, value));
}

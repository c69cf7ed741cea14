import { isEqual, isSameUnit, type SaidNumber } from "../support/support-numbers.ts";
import { measuresOf, secondsOf, type Measure } from "./units.ts";

/** How two numbers stand to each other. */
type NumberRelation =
  /** They say the same, converted and rounded. */
  | "same"
  /** They may say the same: rounded coarsely, or by a rate that the rules do not know. */
  | "near"
  /** The one would be taken for the other, and is another. */
  | "differ"
  /** They are of different things, or of units that the rules cannot compare. */
  | "apart";

/** A number with what stands around it. */
export interface Quantity extends SaidNumber {
  readonly bound: "least" | "most" | undefined;
  /** Whether its clause says that it is not so. */
  readonly isDenied: boolean;
}

const LEAST =
  /(?<!\p{L})(?:at least|a minimum of|minimum|(?:more|larger|bigger|greater|higher|longer|older) than|over|mindestens|wenigstens|mehr als|au moins|au minimum|plus de|al menos|por lo menos|como mínimo|más de)\s*$/iu;
const MOST =
  /(?<!\p{L})(?:at most|no(?:t)? more than|up to|as (?:many|much|long|high) as|a maximum of|maximum|less than|fewer than|under|höchstens|maximal|bis zu|nicht mehr als|weniger als|au plus|au maximum|moins de|jusqu['’]à|como máximo|a lo sumo|hasta|menos de|no más de|pas plus de)\s*$/iu;
const NO_LESS =
  /(?<!\p{L})(?:no(?:t)? (?:less|fewer) than|nicht weniger als|pas moins de|no menos de)\s*$/iu;
const LEAST_BEHIND =
  /^\s?(?:\p{L}+\s)?(?:or more|and more|oder mehr|und mehr|ou plus|o más|au moins|como mínimo|mindestens)(?!\p{L})/iu;
const MOST_BEHIND =
  /^\s?(?:\p{L}+\s)?(?:or (?:less|fewer)|oder weniger|ou moins|o menos|au plus|como máximo|höchstens)(?!\p{L})/iu;

/** What a text says of a number: that it is at least, or at most, so much. */
export function boundOf(text: string, { start, end }: SaidNumber): Quantity["bound"] {
  const before = text.slice(Math.max(0, start - 30), start);
  const behind = text.slice(end, end + 40);
  if (NO_LESS.test(before)) return "least";
  if (MOST.test(before) || MOST_BEHIND.test(behind)) return "most";
  return LEAST.test(before) || LEAST_BEHIND.test(behind) ? "least" : undefined;
}

/** How a number of one text stands to one of another. */
export function compareQuantities(one: Quantity, two: Quantity): NumberRelation {
  const relation = relationOf(one, two);
  const isBounded = one.bound !== undefined && two.bound !== undefined && one.bound !== two.bound;
  return relation === "same" && isBounded ? "differ" : relation;
}

function relationOf(one: Quantity, two: Quantity): NumberRelation {
  if (isYear(one) !== isYear(two)) return isValue(one, two) ? unitless(one, two) : "apart";
  if (isYear(one)) return isValue(one, two) ? "same" : "differ";
  const [first, second] = [measuresOf(one.unit), measuresOf(two.unit)];
  const found = first.flatMap((a) => second.map((b) => measured([one, a], [two, b])));
  for (const relation of ["same", "near", "differ", "apart"] as const) {
    if (found.includes(relation)) return relation;
  }
  return first.length > 0 && second.length > 0 ? "apart" : named(one, two);
}

/** Where at least one unit is a word that the tables do not know, or there is none. */
function named(one: Quantity, two: Quantity): NumberRelation {
  if (one.unit === two.unit || isSameUnit(one.unit, two.unit)) return perEach(one, two);
  return isValue(one, two) ? unitless(one, two) : "apart";
}

/** Equal numbers that do not both say of what. */
function unitless(one: Quantity, two: Quantity): NumberRelation {
  const isKnown = [one, two].map(({ unit }) => measuresOf(unit).length > 0);
  // Eight furlongs and eight miles have a number in common, and no more.
  return one.unit !== "" && two.unit !== "" && isKnown.includes(true) ? "apart" : "same";
}

/** Numbers of one unit: what they are for each of decides as well. */
function perEach(one: Quantity, two: Quantity): NumberRelation {
  const value = isValue(one, two);
  if (one.per === "" || two.per === "" || one.per === two.per) return value ? "same" : "differ";
  if (value) return "differ";
  const [first, second] = [secondsOf(one.per), secondsOf(two.per)];
  if (first === undefined || second === undefined) return "apart";
  return isWithin(ratesOf(one, first), ratesOf(two, second), RATE) ? "same" : "near";
}

function ratesOf({ values }: Quantity, seconds: number): number[] {
  return values.map((value) => value / seconds);
}

function measured(
  [one, a]: readonly [Quantity, Measure],
  [two, b]: readonly [Quantity, Measure],
): NumberRelation {
  if (a.dimension !== b.dimension) return "apart";
  if (a === b) return perEach(one, two);
  // Prices in two currencies: equal figures are no conversion, others may be.
  if (a.factors.length === 0) return isValue(one, two) ? "differ" : "near";
  return converted([one, a], [two, b]);
}

/** Shares by which numbers of two units may differ: for nothing … */
const EXACT = 0.01;
/** … a temperature, whose scale begins far below … */
const EXACT_TEMPERATURE = 0.0005;
/** … a rate, as months are of several lengths … */
const RATE = 0.015;
/** … as rounded as they are written, … */
const ROUNDED = 0.02;
/** … as rounded as they may be written by who is generous. */
const COARSE = 0.1;

function converted(
  [one, a]: readonly [Quantity, Measure],
  [two, b]: readonly [Quantity, Measure],
): NumberRelation {
  const isHedged = [one, two].some(({ hedge, isScaled }) => hedge !== undefined || isScaled);
  const isHeat = a.dimension === "temperature";
  let best: NumberRelation = "differ";
  for (const first of basesOf(one, a)) {
    for (const second of basesOf(two, b)) {
      const off = Math.abs(first.base - second.base);
      const share = off / Math.max(Math.abs(first.base), Math.abs(second.base), Number.MIN_VALUE);
      const isRounded = off <= Math.max(first.half, second.half) * (1 + 1e-9);
      const most = isHeat ? ROUNDED / 4 : ROUNDED;
      if (
        share <= (isHeat ? EXACT_TEMPERATURE : EXACT) ||
        (isRounded && share <= most * (isHedged ? 2 : 1))
      ) {
        return "same";
      }
      if (isRounded && share <= COARSE) best = "near";
    }
  }
  return best;
}

/** What a quantity is in the first unit of its dimension, and half of its last digit that says something. */
function basesOf({ values }: Quantity, { factors, offset }: Measure) {
  return values.flatMap((value) =>
    factors.map((factor) => ({
      base: (value + offset) * factor,
      half: (lastDigit(value) / 2) * factor,
    })),
  );
}

/** The worth of the last digit: zeros at the end of a number from a hundred say nothing. */
function lastDigit(value: number): number {
  const [digits = "", fraction = ""] = String(Math.abs(value)).split(".");
  if (/^\d+$/.test(fraction)) return 10 ** -fraction.length;
  const [zeros = ""] = digits.length > 2 ? (/(?<=[1-9]0*)0*$/.exec(digits) ?? []) : [];
  return 10 ** zeros.length;
}

function isWithin(one: readonly number[], two: readonly number[], share: number): boolean {
  return one.some((a) =>
    two.some((b) => Math.abs(a - b) <= share * Math.max(Math.abs(a), Math.abs(b))),
  );
}

/** Whether either number is the other's value, rounded as far as the one says that it is. */
function isValue(one: Quantity, two: Quantity): boolean {
  return isEqual(one, two) || isEqual(two, one);
}

function isYear({ text, values, isScaled, unit }: Quantity): boolean {
  const [value = 0] = values;
  const isPlain = /^\d{4}$/.test(text.trim()) && !isScaled;
  return isPlain && value >= 1000 && value < 2200 && measuresOf(unit).length === 0;
}

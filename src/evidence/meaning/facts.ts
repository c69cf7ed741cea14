import { isSameUnit, readNumbers } from "../support/support-numbers.ts";
import type { SaidWord } from "../support/support-words.ts";
import { monthOf, readWeekdays } from "./calendar.ts";
import type { Clause } from "./clauses.ts";
import type { RuledLanguage } from "./language-of.ts";
import { boundOf, compareQuantities, type Quantity } from "./quantities.ts";
import { compareTimes, type SaidTime } from "./times-of-day.ts";
import { measuresOf } from "./units.ts";

/** What a text says in numbers and dates. */
export interface Facts {
  readonly numbers: readonly Quantity[];
  readonly times: readonly SaidTime[];
  /** Months, from 0, to where they stand. */
  readonly months: ReadonlyMap<number, number>;
  /** From 0 for Monday. */
  readonly weekdays: ReadonlySet<number>;
}

/**
 * How the facts of one text stand to those of another: `same`: the other says each (rounded where one of
 * the two says that it is, and converted); `differ`: it says another in its place; `unsaid`: it says
 * nothing in place of one, or something that the rules cannot compare.
 */
export type FactRelation = "same" | "differ" | "unsaid";

interface ReadText {
  readonly text: string;
  readonly times: readonly SaidTime[];
  readonly words: readonly SaidWord[];
  readonly clauses: readonly Clause[];
  readonly language: RuledLanguage | undefined;
}

/** The facts of a text in the form that {@link spellFacts} gives it. */
export function readFacts({ text, times, words, clauses, language }: ReadText): Facts {
  const months = words.flatMap((word) => {
    const month = monthOf(word, language);
    return month === undefined ? [] : [[month, word.start] as const];
  });
  const numbers = readNumbers(text, true).map((number) => {
    const clause = clauses.find(({ start, end }) => number.start >= start && number.start <= end);
    return { ...number, bound: boundOf(text, number), isDenied: clause?.isNegated === true };
  });
  return { numbers, times, months: new Map(months), weekdays: readWeekdays(text) };
}

/** How the facts of one text stand to those of another. */
export function compareFacts(own: Facts, others: Facts): FactRelation {
  const found = [
    compareNumbers(own.numbers, others.numbers),
    compareAllTimes(own.times, others.times),
    compareSets(new Set(own.months.keys()), new Set(others.months.keys())),
    compareSets(own.weekdays, others.weekdays),
  ];
  if (found.includes("differ")) return "differ";
  return found.includes("unsaid") ? "unsaid" : "same";
}

function compareNumbers(own: readonly Quantity[], others: readonly Quantity[]): FactRelation {
  const unsaid = own.filter((number) => !isSaidBy(number, others));
  if (unsaid.length === 0) return "same";
  // What is denied says nothing of what is.
  const rivals = others.filter((other) => !other.isDenied && !isSaidBy(other, own));
  const isOther = unsaid.some((number) => {
    const relations = rivals.map((rival) => compareQuantities(number, rival));
    return !number.isDenied && relations.includes("differ") && !relations.includes("near");
  });
  return isOther ? "differ" : "unsaid";
}

/** Whether one of several numbers says the same: of the same thing, where one is said of that. */
function isSaidBy(number: Quantity, among: readonly Quantity[]): boolean {
  const same = among.filter((other) => compareQuantities(number, other) === "same");
  if (same.length === 0) return false;
  const isOf = (other: Quantity): boolean => isSameUnit(other.unit, number.unit);
  const isUnnamed = same.some(({ unit }) => unit === "" || measuresOf(unit).length > 0);
  return isUnnamed || number.unit === "" || same.some(isOf) || !among.some(isOf);
}

function compareAllTimes(own: readonly SaidTime[], others: readonly SaidTime[]): FactRelation {
  const unsaid = own.filter((time) => others.every((each) => compareTimes(time, each) !== "same"));
  if (unsaid.length === 0) return "same";
  const rivals = others.filter((each) => own.every((time) => compareTimes(time, each) !== "same"));
  const isOther = unsaid.some(
    (time) => rivals.length > 0 && rivals.every((each) => compareTimes(time, each) === "differ"),
  );
  return isOther ? "differ" : "unsaid";
}

function compareSets(own: ReadonlySet<number>, others: ReadonlySet<number>): FactRelation {
  const shared = [...own].filter((item) => others.has(item)).length;
  if (shared === own.size) return "same";
  return shared === 0 && others.size > 0 ? "differ" : "unsaid";
}

/** Whether two texts speak of the same years, months and weekdays, or of none. */
export function haveSameScope(one: Facts, two: Facts): boolean {
  return (
    overlap(yearsOf(one), yearsOf(two)) &&
    overlap(new Set(one.months.keys()), new Set(two.months.keys())) &&
    overlap(one.weekdays, two.weekdays)
  );
}

/** Whether numbers of one unit come in one order in both: "from 10 to 20" is not "from 20 to 10". */
export function haveSameOrder(one: Facts, two: Facts): boolean {
  // A number without a unit has that of the one beside it: "from 10 to 20 euros", "52 votes to 48".
  const unitAt = ({ unit }: Quantity, at: number): string =>
    unit || one.numbers[at + 1]?.unit || (one.numbers[at - 1]?.unit ?? "");
  return [...Map.groupBy(one.numbers, unitAt).values()].every((numbers) => {
    const places = numbers.flatMap((number) => {
      const at = two.numbers.findIndex((each) => compareQuantities(number, each) === "same");
      return at === -1 ? [] : [at];
    });
    return places.every((place, index) => place >= (places[index - 1] ?? 0));
  });
}

function yearsOf({ numbers }: Facts): Set<string> {
  const years = numbers.filter(({ unit }) => measuresOf(unit).length === 0);
  return new Set(years.map(({ text }) => text.trim()).filter((text) => /^[12]\d{3}$/.test(text)));
}

function overlap<Item>(one: ReadonlySet<Item>, two: ReadonlySet<Item>): boolean {
  return (one.size === 0 && two.size === 0) || [...one].some((item) => two.has(item));
}

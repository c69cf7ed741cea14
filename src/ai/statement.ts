import { checkSupport } from "./check-support.ts";
import { spellDates } from "./spell-dates.ts";
import {
  isNumberWord,
  isSaid,
  isSameUnit,
  readNumbers,
  type SaidNumber,
} from "./support-numbers.ts";
import { hasWord, isNegation, readWords, type SaidWord } from "./support-words.ts";

/** Share of a statement's words of substance that another has which is about the same. */
const SAME_SUBJECT = 0.8;
/** Share of them from which two that differ in nothing say the same. */
const SAME_WORDS = 0.99;

/** A sentence that is compared with others, read once. */
export class Statement {
  readonly text: string;
  readonly #words: readonly SaidWord[];
  readonly #numbers: readonly SaidNumber[];
  readonly #content: readonly SaidWord[];

  constructor(text: string) {
    this.text = spellMetres(dayFirst(spellDates(text)));
    this.#words = readWords(this.text);
    this.#numbers = readNumbers(this.text);
    this.#content = contentOf(this.#words, this.#numbers);
  }

  /**
   * How this stands to another statement, as far as words can tell: `same`: the other says it;
   * `opposed`: the other says it of another number, date or measure, or says that it is not so;
   * `open`: only who understands both can tell.
   */
  compare(other: Statement): "same" | "opposed" | "open" {
    const missing = this.#content.filter(({ key }) => !hasWord(other.#words, key));
    if (this.#content.length === 0) return "open";
    const covered = 1 - missing.length / this.#content.length;
    if (covered < SAME_SUBJECT || missing.some(isName)) return "open";
    const numbers = this.compareNumbers(other);
    if (numbers === "differ") return "opposed";
    const isVerbatim = this.#numbers.every((each) => isSaid(each, other.#numbers, other.text));
    const faults = checkSupport({ sentence: this.text, passage: other.text }).filter(
      // What is converted, or rounded by the other, only this comparison knows.
      ({ kind }) => kind !== "number" || isVerbatim || numbers !== "same",
    );
    if (faults.length > 0) {
      return faults.every(({ kind }) => kind === "negation") ? "opposed" : "open";
    }
    return covered >= SAME_WORDS && numbers === "same" ? "same" : "open";
  }

  /**
   * Whether another statement says the numbers of this one: `same`: each (rounded where one of the two
   * says that it is, and measures converted); `differ`: it says another of the same unit instead;
   * `unsaid`: it says nothing in place of one.
   */
  compareNumbers(other: Statement): "same" | "differ" | "unsaid" {
    const own = { text: this.text, numbers: this.#numbers };
    const others = { text: other.text, numbers: other.#numbers };
    const unsaid = own.numbers.filter((number) => !isSaidIn(number, others));
    if (unsaid.length === 0) return "same";
    const rivals = others.numbers.filter((number) => !isSaidIn(number, own));
    const isOther = unsaid.some((number) => rivals.some((rival) => isAlike(number, rival)));
    return isOther ? "differ" : "unsaid";
  }
}

function isName({ isNamed, isFirst, key }: SaidWord): boolean {
  return isNamed && !isFirst && !/^\d/.test(key);
}

/** Words that say what a statement is about: neither numbers, units, negations nor small words. */
function contentOf(words: readonly SaidWord[], numbers: readonly SaidNumber[]): SaidWord[] {
  const units = new Set(numbers.map(({ unit }) => unit).filter((unit) => dimensionOf(unit)));
  return words.filter(
    ({ key, isStop }) =>
      !isStop &&
      !/^[\d.,]+$/.test(key) &&
      !isNumberWord(key) &&
      !isNegation(key) &&
      !units.has(key),
  );
}

const DAY_SECOND =
  /\b(January|February|March|April|May|June|July|August|September|October|November|December)\s(\d{1,2})(?:st|nd|rd|th)?(?=,?\s\d{4}\b)/g;

/** `March 12, 2019` as `12 March, 2019`, so that a day is a number of its month. */
function dayFirst(text: string): string {
  return text.replace(DAY_SECOND, "$2 $1");
}

/** `330 m` as metres, where no currency says that it is millions. */
function spellMetres(text: string): string {
  return text.replace(
    /(?<![\p{Sc}\d.,])(\d[\d.,]*)([ \u00a0\u202f])m(?![\p{L}\d²³])/gu,
    "$1$2metres",
  );
}

interface Numbers {
  readonly text: string;
  readonly numbers: readonly SaidNumber[];
}

function isSaidIn(number: SaidNumber, { text, numbers: among }: Numbers): boolean {
  if (isSaid(number, among, text)) return true;
  // Who says a number exactly says what another has rounded.
  return among.some((other) => isSaid(other, [number], "") || isConverted(number, other));
}

/** Units by what they measure, with how many of the first one there are in one. */
const UNITS: readonly (readonly [string, RegExp, number])[] = [
  ["length", /^(?:m|met(?:er|re)s?)$/, 1],
  ["length", /^(?:km|kilomet(?:er|re)s?)$/, 1e3],
  ["length", /^(?:cm|centimet(?:er|re)s?)$/, 0.01],
  ["length", /^(?:mm|millimet(?:er|re)s?)$/, 0.001],
  ["length", /^(?:mi|miles?)$/, 1609.344],
  ["length", /^(?:ft|foot|feet)$/, 0.3048],
  ["length", /^(?:in|inch(?:es)?)$/, 0.0254],
  ["mass", /^(?:kg|kilos?|kilograms?|kilogramm)$/, 1],
  ["mass", /^(?:g|grams?|gramm)$/, 0.001],
  ["mass", /^(?:t|tonnes?|tons?|tonnen)$/, 1e3],
  ["mass", /^(?:lbs?|pounds?)$/, 0.453_592],
  ["mass", /^(?:oz|ounces?)$/, 0.028_349_5],
  ["time", /^(?:h|hours?|stunden?|heures?|horas?)$/, 3600],
  ["time", /^(?:min|minutes?|minuten?|minutos?)$/, 60],
  ["time", /^(?:s|seconds?|sekunden?|secondes?|segundos?)$/, 1],
  ["time", /^(?:days?|tagen?|jours?|días?)$/, 86_400],
  ["time", /^(?:weeks?|wochen?|semaines?|semanas?)$/, 604_800],
  ["span", /^(?:months?|monaten?|mois|meses)$/, 1],
  ["span", /^(?:years?|jahren?|ans|años)$/, 12],
];

/** Share by which a measure that is told in another unit may be off. */
const CONVERTED = 0.01;

function measureOf(
  unit: string,
): { readonly dimension: string; readonly factor: number } | undefined {
  const row = UNITS.find(([, form]) => form.test(unit));
  return row === undefined ? undefined : { dimension: row[0], factor: row[2] };
}

function dimensionOf(unit: string): string | undefined {
  return measureOf(unit)?.dimension;
}

function isConverted(one: SaidNumber, two: SaidNumber): boolean {
  const [first, second] = [measureOf(one.unit), measureOf(two.unit)];
  if (first === undefined || first.dimension !== second?.dimension) return false;
  const most = first.factor === second.factor ? 0 : CONVERTED;
  return one.values.some((value) =>
    two.values.some((other) => {
      const [a, b] = [value * first.factor, other * second.factor];
      return Math.abs(a - b) <= most * Math.max(Math.abs(a), Math.abs(b));
    }),
  );
}

/** Whether two numbers would be told in place of each other. */
function isAlike(one: SaidNumber, two: SaidNumber): boolean {
  if (isYear(one) || isYear(two)) return isYear(one) && isYear(two);
  if (one.unit === two.unit) return true;
  const dimension = dimensionOf(one.unit);
  if (dimension !== undefined) return dimension === dimensionOf(two.unit);
  return isSameUnit(one.unit, two.unit);
}

function isYear({ text, values, isScaled, unit }: SaidNumber): boolean {
  const [value = 0] = values;
  const isPlain = /^\d{4}$/.test(text.trim()) && !isScaled;
  return isPlain && value >= 1000 && value < 2200 && !/[\p{Sc}%]/u.test(unit) && !dimensionOf(unit);
}

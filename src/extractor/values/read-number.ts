import { checkArgument } from "../../core/index.ts";
import { multiplierAt } from "./multipliers.ts";
import {
  decimalOf,
  heldNumber,
  readableText,
  writtenNumbers,
  type WrittenNumber,
} from "./written-number.ts";

/** Characters of a text that are read. */
const LONGEST = 10_000;

/** Numbers of a text that are looked at: those in names (`H2O`) are passed over. */
const MOST = 50;

/** Signs and names of money around a number: where they stand, `1.299` has no decimals. */
const MONEY =
  /\p{Sc}|\b(?:EUR|USD|GBP|CHF|JPY|CNY|INR|BRL|PLN|CZK|SEK|NOK|DKK|TRY|RUB|kr|zł|Kč|Fr)\b/u;

/** A minus before a number, or before its sign of money. */
const MINUS = /(?<![\p{L}\p{N}])[-−–]\s?(?:\p{Sc}\s?|[A-Z]{2,3}\$?\s)?$|[-−]$/u;

/** What joins a number to a name, so that it is none: `H2O`, `ISO-8859`. */
const IN_NAME = /[\p{L}\p{M}_]$|[\p{L}\p{N}][-–−]$/u;

const FRACTIONS: Readonly<Record<string, number>> = {
  "¼": 0.25,
  "½": 0.5,
  "¾": 0.75,
  "⅓": 1 / 3,
  "⅔": 2 / 3,
  "⅕": 0.2,
  "⅖": 0.4,
  "⅗": 0.6,
  "⅘": 0.8,
  "⅙": 1 / 6,
  "⅚": 5 / 6,
  "⅛": 0.125,
  "⅜": 0.375,
  "⅝": 0.625,
  "⅞": 0.875,
};

/**
 * The first number in a text, in the digits and the grouping of any country: `1.299,00 €`,
 * `1'299.-`, `12,34,567`, `۱۲٬۳۴۵`, `1.2e5`, `3½`, `12k`, `5 млн`, `−5 %` (-5). Of one separator with
 * three digits behind it a comma groups, and a point groups where money is meant (`1.299 €`).
 * Null without one, for a number in a name, and for one beyond 2^53 that a number would round. A text is read up to 10,000 characters.
 * @param pointGroups whether a point with three digits behind it groups where no money is meant too,
 *   as it does where the decimal sign is a comma; false when absent
 * @example
 * ```ts
 * import { readNumber } from "dragline/extractor";
 *
 * console.log(readNumber("12,34,567")); // 1234567
 * ```
 */
export function readNumber(text: string, pointGroups = false): number | null {
  checkArgument("text of readNumber(text)", text, "string");
  if (!/\p{N}/u.test(text)) return null;
  const readable = readableText(text.slice(0, LONGEST));
  const found = writtenNumbers(readable, MOST).find(({ start }) => isAlone(readable, start));
  const fraction = /[¼½¾⅓⅔⅕-⅞]/.exec(readable);
  if (found === undefined || (fraction !== null && fraction.index < found.start)) {
    if (fraction === null) return null;
    return signed(readable, fraction.index, FRACTIONS[fraction[0]] ?? 0);
  }
  const value = valueOf(readable, found, pointGroups);
  return value === undefined ? null : signed(readable, found.start, value);
}

function isAlone(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 2), start);
  return !IN_NAME.test(before) || /(?:^|[^\p{L}\p{N}])[-–−]$/u.test(before);
}

function valueOf(
  text: string,
  { digits, end }: WrittenNumber,
  pointGroups: boolean,
): number | undefined {
  const separators = { pointGroups: pointGroups || MONEY.test(text), commaGroups: true };
  const decimal = decimalOf(digits, separators);
  const behind = text.slice(end, end + 24);
  const exponent = /^[eE]([+-]?\d{1,3})(?![\p{L}\d])/u.exec(behind)?.[1];
  if (exponent !== undefined) return heldNumber(`${decimal}e${exponent}`);
  const power = powerOfTen(decimal, behind);
  if (power !== undefined) return heldNumber(`${decimal === "10" ? 1 : decimal}e${power}`);
  const fraction = /^ ?([¼½¾⅓⅔⅕-⅞])/.exec(behind)?.[1];
  if (fraction !== undefined) return Number(decimal) + (FRACTIONS[fraction] ?? 0);
  return heldNumber(`${decimal}e${multiplierAt(behind).power}`);
}

/** `1.6×10⁻¹⁹`, `1.6 x 10^-19`, and what is behind a 10 of its own: `10⁶`. */
const POWER_OF_TEN = /^\s?[×x·*]\s?10(?:(?:\^|\*\*)(?=[-−]?\d)([-−]?\d{1,3})|(⁻?[⁰¹²³⁴-⁹]{1,3}))/u;

function powerOfTen(decimal: string, behind: string): string | undefined {
  const found = POWER_OF_TEN.exec(decimal === "10" ? `×10${behind}` : behind);
  const written = found?.[1] ?? found?.[2];
  const plain = (digit: string): string => String("⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(digit));
  return written?.replace(/[⁻−]/, "-").replace(/[⁰¹²³⁴-⁹]/g, plain);
}

function signed(text: string, start: number, value: number): number {
  return value !== 0 && MINUS.test(text.slice(Math.max(0, start - 8), start)) ? -value : value;
}

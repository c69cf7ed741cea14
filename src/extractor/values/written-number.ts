import { isRoundTrip } from "../../core/index.ts";
import { plainDigits } from "../../core/index.ts";

/** Digits of a text in groups, with what separates them. */
export interface WrittenNumber {
  /** The digits and separators, in plain digits. */
  readonly digits: string;
  /** Where it begins and ends in the text, as {@link readableText} gives it. */
  readonly start: number;
  readonly end: number;
}

const SPACE = "[ \\u00a0\\u2000-\\u200a\\u202f]";

/** Groups by points, commas, apostrophes and by spaces before three digits: each step eats one. */
const NUMBER = new RegExp(
  `(?:(?<![\\d.,\\p{L}])[.,](?=\\d))?\\d+(?:(?:[.,'’‘´\`٫٬·]|[.,]${SPACE}(?=\\d{2}(?!\\d))|${SPACE}[.,](?=\\d{2}(?!\\d))|${SPACE}(?=\\d{3}(?!\\d)))\\d+)*`,
  "gu",
);

const SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** Numbers in units of ten thousand: `1億2000万`, `3万5000`. */
const MYRIADS =
  /(?<![\d.,])(?:(?<high>\d{1,4})[億亿억]\s?)?(?:(?<middle>\d{1,4})[万萬만]\s?)?(?<low>\d{1,4})?(?![\d.,千百])/gu;

/**
 * A text as numbers are looked for in it: in plain digits; two raised digits behind others are
 * decimals (`19⁹⁹`), but for powers of ten; what East Asia writes in several units is one number.
 */
export function readableText(text: string): string {
  if (isAscii(text)) return text;
  const isMoney = /\p{Sc}|\b[A-Z]{3}\b/u.test(text);
  const pair = isMoney ? RAISED_PAIR : RAISED_PAIR_BUT_POWERS;
  return plainDigits(text)
    .replace(pair, (raised) => {
      const [one = "", two = ""] = raised;
      return `.${SUPERSCRIPT.indexOf(one)}${SUPERSCRIPT.indexOf(two)}`;
    })
    .replace(MYRIADS, inOneUnit)
    .replace(/[\u200b-\u200f\u061c\u2066-\u2069]/g, "")
    .replace(/[،，]/g, ",")
    .replace(/．/g, ".");
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

/** A number of one unit stays as it is: `3万`, `1234`. */
function inOneUnit(written: string, ...parts: unknown[]): string {
  const { high, middle, low } = parts.at(-1) as Readonly<Record<string, string | undefined>>;
  const units = [high, middle, low].filter((unit) => unit !== undefined);
  if (units.length < 2) return written;
  return String(Number(high ?? 0) * 1e8 + Number(middle ?? 0) * 1e4 + Number(low ?? 0));
}

const RAISED_PAIR = /(?<=\d)(?<![×x·*]\s?10)[⁰¹²³⁴-⁹]{2}(?![⁰¹²³⁴-⁹])/g;
const RAISED_PAIR_BUT_POWERS = /(?<=\d)(?<!(?<!\d)10)[⁰¹²³⁴-⁹]{2}(?![⁰¹²³⁴-⁹])/g;

/** The numbers of a text, up to `most`. */
export function writtenNumbers(text: string, most: number): WrittenNumber[] {
  const found: WrittenNumber[] = [];
  for (const { 0: digits, index } of text.matchAll(NUMBER)) {
    found.push({ digits, start: index, end: index + digits.length });
    if (found.length === most) break;
  }
  return found;
}

/** How one separator with three digits behind it is meant. */
interface Separators {
  /** Whether a point groups: `1.299`. */
  readonly pointGroups: boolean;
  /** Whether a comma groups: `1,299`. */
  readonly commaGroups: boolean;
}

/**
 * Written digits as JavaScript writes a number. Of points and commas the last kind is the decimal
 * one, unless it stands several times or groups: then all but a last group of one or two digits is
 * whole.
 */
export function decimalOf(digits: string, separators: Separators): string {
  const written = digits.replace(new RegExp(`[ \\u00a0\\u2000-\\u200a\\u202f'’‘´\`٬]`, "g"), "");
  const explicit = /[٫·](?=\d+$)/.exec(written);
  if (explicit !== null) return joined(written, explicit.index);
  const bare = /^[.,]\d+$/.test(written) ? `0${written}` : written.replace(/^[.,]/, "");
  const last = Math.max(bare.lastIndexOf("."), bare.lastIndexOf(","));
  if (last === -1 || isGroup(bare, last, separators)) return bare.replace(/\D/g, "");
  return joined(bare, last);
}

function joined(written: string, decimal: number): string {
  const whole = written.slice(0, decimal).replace(/\D/g, "");
  return `${whole || "0"}.${written.slice(decimal + 1)}`;
}

/** Whether the last separator parts thousands, and no decimals. */
function isGroup(written: string, last: number, { pointGroups, commaGroups }: Separators): boolean {
  const mark = written[last] ?? "";
  const before = written.slice(0, last);
  const behind = written.length - last - 1;
  if (before.includes(mark)) return behind > 2;
  if (behind !== 3 || !/^[1-9]\d{0,2}$/.test(before)) return false;
  return mark === "." ? pointGroups : commaGroups;
}

/** A number by its decimal text; undefined for one beyond 2^53 that would lose digits. */
export function heldNumber(decimal: string): number | undefined {
  const value = Number(decimal);
  const isSmall = Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  return isSmall || isRoundTrip(decimal) ? value : undefined;
}

import { plainDigits } from "../../core/index.ts";
import { isStopWord } from "../words/stop-words.ts";

/** A number as a text says it. */
export interface SaidNumber {
  readonly text: string;
  /** What it may mean: `1.600` is one and a half or more than a thousand. */
  readonly values: readonly number[];
  /** What is counted or measured: the word behind it, or a sign; empty when there is none. */
  readonly unit: string;
  /** What it is for each of: `week` of "$69 a week"; empty when it is for none. */
  readonly per: string;
  /** Whether it is said to be near, below or above. */
  readonly hedge: "near" | "below" | "above" | undefined;
  /** Whether a word such as `million` scales it: what is said so is rounded. */
  readonly isScaled: boolean;
  readonly start: number;
  readonly end: number;
}

const NUMBER =
  /(?<![\p{N}\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}])([-−]?)(\p{Sc}?)\s?(\d{1,3}(?:[  \u202f\u2009]\d{3})+(?!\d)|\d(?:[\d.,'’]*\d)?)/gu;

/** Words for numbers, by language; `one` is mostly no number. */
const WORDS: ReadonlyMap<string, number> = new Map(
  [
    "two three four five six seven eight nine ten eleven twelve",
    "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    "deux trois quatre cinq six sept huit neuf dix onze douze",
    "dos tres cuatro cinco seis siete ocho nueve diez once doce",
  ].flatMap((list) => list.split(" ").map((word, index): [string, number] => [word, index + 2])),
);
const TENS: ReadonlyMap<string, number> = new Map(
  "twenty thirty forty fifty sixty seventy eighty ninety"
    .split(" ")
    .map((word, index): [string, number] => [word, (index + 2) * 10]),
);
/** Words of other languages among those above. */
const NO_NUMBERS = new Set(["six", "once", "dos"]);

const SCALES: readonly (readonly [RegExp, number])[] = [
  [/^(?:hundred|hundert)$/, 1e2],
  [/^(?:dozen|dozens)$/, 12],
  [/^(?:k|thousand|tausend|mille|mil|tysięcy|тыс|тысяч\p{L}*)$/u, 1e3],
  [
    /^(?:m|mn|mio|million(?:s|en)?|millón|millones|milhão|milhões|milion\p{L}*|млн|миллион\p{L}*|juta)$/u,
    1e6,
  ],
  [
    /^(?:bn|b|billions?|mrd|milliarden?|milliards?|miliard\p{L}*|bilhões|млрд|миллиард\p{L}*|miliar)$/u,
    1e9,
  ],
  [/^(?:tn|trillions?)$/, 1e12],
  [/^万$/, 1e4],
  [/^[億亿]$/, 1e8],
];

const NEAR =
  /(?:\b(?:about|around|approximately|approx\.?|roughly|circa|ca\.?|some|etwa|rund|ungefähr|environ|quelque|unos|unas|cerca de|aproximadamente|circa)|~|≈|около|約|约)\s*$/iu;
const BELOW =
  /\b(?:nearly|almost|just under|under|less than|fewer than|up to|fast|knapp|weniger als|presque|moins de|casi|menos de|quase)\s*$/iu;
const ABOVE =
  /\b(?:more than|over|above|at least|exceed(?:s|ed|ing)?|mehr als|über|plus de|más de|mais de)\s*$/iu;

/**
 * The numbers of a text, in its order.
 * @param isSigned whether a dash before a digit and behind a word is a minus: `to -21`; else it is a dash
 */
export function readNumbers(given: string, isSigned = false): SaidNumber[] {
  const text = plainDigits(given);
  const found: SaidNumber[] = [];
  for (const match of text.matchAll(NUMBER)) {
    const [whole, minus = "", currency = "", digits = ""] = match;
    const before = text.slice(Math.max(0, match.index - 2), match.index);
    const isNegative =
      minus !== "" && !(isSigned ? /[\p{L}\p{N}]$|\p{N}\s$/u : /[\p{L}\p{N}]\s?$/u).test(before);
    const said = isNegative ? -1 : 1;
    const values = valuesOf(digits).map((value) => said * value);
    found.push(
      numberAt(text, { start: match.index, end: match.index + whole.length }, { values, currency }),
    );
  }
  for (const match of text.matchAll(/[\p{L}]+(?:-\p{L}+)?/gu)) {
    const value = wordValue(match[0].toLowerCase());
    if (value === undefined) continue;
    const place = { start: match.index, end: match.index + match[0].length };
    found.push(numberAt(text, place, { values: [value], currency: "" }));
  }
  return found.toSorted((a, b) => a.start - b.start);
}

/**
 * Whether a number is one of a text's: the same by value, or the text's rounded as far as the
 * sentence says that it is (`about`, `nearly`, `3.2 million`). Where the text counts the same thing,
 * it has to be one of those.
 * @param among the numbers of the text
 */
export function isSaid(number: SaidNumber, among: readonly SaidNumber[], text: string): boolean {
  const same = among.filter((other) => isSameUnit(other.unit, number.unit));
  return among.some((other) => {
    if (isOtherMeasure(number, other) || !isEqual(number, other)) return false;
    return same.length === 0 || same.includes(other) || isFollowed(other, number.unit, text);
  });
}

/** Whether what is counted stands a few words behind a number: "30 Boeing jets". */
function isFollowed({ end }: SaidNumber, unit: string, text: string): boolean {
  const [behind = ""] = text.slice(end, end + 50).split(/[,;:.!?\n](?=\s|$)/);
  return (behind.match(/\p{L}+/gu) ?? []).some((word) => isSameUnit(word.toLowerCase(), unit));
}

/** Whether two numbers measure in units that both are known and differ. */
function isOtherMeasure(number: SaidNumber, other: SaidNumber): boolean {
  const [{ unit: one }, { unit: two }] = [number, other];
  if (number.per !== "" && other.per !== "" && number.per !== other.per) return true;
  return MEASURE.test(one) && MEASURE.test(two) && !isSameUnit(one, two);
}

const MEASURE =
  /^(?:\p{Sc}|%|[kcm]?m|km|mi|miles?|feet|foot|ft|inch(?:es)?|in|[kmµ]?g|kilos?|lbs?|pounds?|oz|ounces?|[kmg]?w|[kmgt]i?b|seconds?|minutes?|hours?|days?|weeks?|months?|years?|stunden?|tagen?|wochen?|jahren?|heures?|jours?|ans|horas?|días|años|meters?|metres?|kilomet(?:er|re)s?|lit(?:er|re)s?)$/u;

/** Whether a number's value is another's, or that one's as far as the number says that it is rounded. */
export function isEqual(number: SaidNumber, other: SaidNumber): boolean {
  const isExact = isLong(number) && isLong(other);
  if (isExact && digitsOfText(number) !== digitsOfText(other)) return false;
  return number.values.some((value) =>
    other.values.some((said) => isNear(value, said) || isRounded(number, value, said)),
  );
}

/** Significant digits that a double keeps in any case. */
const EXACT_DIGITS = 15;

/** Whether a number has more digits than its value keeps; a word scales none that are written out. */
function isLong(number: SaidNumber): boolean {
  return !number.isScaled && digitsOfText(number).length > EXACT_DIGITS;
}

function digitsOfText({ text }: SaidNumber): string {
  return text.replace(/\D/g, "");
}

/** Whether two values differ by what scaling them may have cost, and no more. */
function isNear(one: number, two: number): boolean {
  return Math.abs(one - two) <= 4 * Number.EPSILON * Math.max(Math.abs(one), Math.abs(two));
}

function isRounded({ hedge, isScaled }: SaidNumber, value: number, said: number): boolean {
  if (value === 0 || (hedge === undefined && !isScaled)) return false;
  if (hedge === "above" && said < value) return false;
  if (hedge === "below" && said > value) return false;
  return isNear(Number(said.toPrecision(digitsOf(value))), value);
}

/** Significant digits, without the zeros at the end. */
function digitsOf(value: number): number {
  const [mantissa = ""] = Math.abs(value).toExponential(11).split("e");
  return Math.max(1, mantissa.replace(".", "").replace(/0+$/, "").length);
}

function wordValue(word: string): number | undefined {
  if (NO_NUMBERS.has(word) && word !== "six") return undefined;
  const [first = "", second] = word.split("-");
  const tens = TENS.get(first);
  if (tens !== undefined) return second === undefined ? tens : tens + (WORDS.get(second) ?? 0);
  return second === undefined ? WORDS.get(first) : undefined;
}

/** What digits may mean, with points and commas for either. */
function valuesOf(digits: string): number[] {
  const plain = digits.replace(/['’\s\u00a0\u202f\u2009]/g, "");
  const separators = plain.match(/[.,]/g) ?? [];
  const last = separators.at(-1);
  if (last === undefined) return [Number(plain)];
  const whole = Number(plain.replace(/[.,]/g, ""));
  const at = plain.lastIndexOf(last);
  const fraction = Number(`${plain.slice(0, at).replace(/[.,]/g, "")}.${plain.slice(at + 1)}`);
  const isGrouped = /^\d{1,3}(?:[.,]\d{2,3})+$/.test(plain) && plain.length - at === 4;
  // Several of one kind only group: 3,214,000; versions and dates (1.2.3) are known by their digits.
  if (separators.length > 1 && separators.every((each) => each === last)) return [whole];
  return isGrouped && separators.length === 1 ? [whole, fraction] : [isGrouped ? whole : fraction];
}

interface Place {
  readonly start: number;
  readonly end: number;
}

function numberAt(
  text: string,
  { start, end }: Place,
  { values, currency }: { readonly values: readonly number[]; readonly currency: string },
): SaidNumber {
  let behind = text.slice(end, end + 40);
  let scale = 1;
  for (;;) {
    const word = /^[\s\u00a0-]?(\p{L}+|[万億亿])(?!\p{L})/u.exec(behind);
    const factor = word === null ? undefined : scaleOf(word[1] ?? "");
    if (word === null || factor === undefined) break;
    scale *= factor;
    behind = behind.slice(word[0].length);
  }
  const before = text.slice(Math.max(0, start - 30), start);
  return {
    text: text.slice(start, end),
    values: values.map((value) => value * scale),
    ...unitOf(behind, currency),
    hedge: hedgeOf(before),
    isScaled: scale > 1,
    start,
    end,
  };
}

function scaleOf(word: string): number | undefined {
  const small = word.toLowerCase();
  return SCALES.find(([form]) => form.test(small))?.[1];
}

function hedgeOf(before: string): SaidNumber["hedge"] {
  if (NEAR.test(before)) return "near";
  if (BELOW.test(before)) return "below";
  return ABOVE.test(before) ? "above" : undefined;
}

const CURRENCIES: readonly (readonly [RegExp, string])[] = [
  [/^(?:\$|us\$|usd|dollars?|bucks)$/i, "$"],
  [/^(?:€|eur|euros?)$/i, "€"],
  [/^(?:£|gbp|pounds? sterling)$/i, "£"],
  [/^(?:%|percent|per cent|prozent|pour cent|por ciento|por cento|percentage)$/i, "%"],
];

const PER =
  /^\s?(?:\/|(?:per|a|an|each|every|pro|par|por|al?)\s)\s?(second|minute|hour|day|night|week|month|year|person|user|minute|stunde|tag|woche|monat|jahr|heure|jour|semaine|mois|an|hora|día|semana|mes|año)(?:e?s|n)?(?!\p{L})/iu;

const UNIT = /^[\s\u00a0-]?(%|\p{Sc}|per cent|pour cent|por ciento|\p{L}+)/u;

function unitOf(behind: string, currency: string): Pick<SaidNumber, "unit" | "per"> {
  const [whole = "", given = ""] = UNIT.exec(behind) ?? [];
  const unit = currency === "" ? unitWord(given.toLowerCase()) : (signOf(currency) ?? currency);
  const isBehind = currency === "" && unit !== "";
  const [, per = ""] = PER.exec(isBehind ? behind.slice(whole.length) : behind) ?? [];
  return { unit, per: per.toLowerCase() };
}

function unitWord(word: string): string {
  return signOf(word) ?? (isStopWord(word) ? "" : word);
}

function signOf(text: string): string | undefined {
  return CURRENCIES.find(([form]) => form.test(text))?.[1];
}

/** Units by their beginning: `mile` and `miles`. */
export function isSameUnit(one: string, two: string): boolean {
  if (one === two) return one.length > 0;
  const length = Math.min(one.length, two.length);
  return (
    length >= 3 && Math.abs(one.length - two.length) <= 2 && one.startsWith(two.slice(0, length))
  );
}

/** Whether a folded word is of how a number is said: `million`, `nearly`, `three`. */
export function isNumberWord(key: string): boolean {
  return scaleOf(key) !== undefined || wordValue(key) !== undefined || HEDGE.test(key);
}

const HEDGE =
  /^(?:about|around|approximately|approx|roughly|circa|ca|nearly|almost|rund|etwa|ungefähr|fast|knapp|environ|casi|cerca|percent|prozent)$/u;

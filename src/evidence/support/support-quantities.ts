import { boundOf } from "../meaning/quantities.ts";
import { compareTimes, type SaidTime } from "../meaning/times-of-day.ts";
import { measuresOf, type Measure } from "../meaning/units.ts";
import type { SupportFault } from "./support-fault.ts";
import { isEqual, isSameUnit, type SaidNumber } from "./support-numbers.ts";

/** A text and what it says in numbers. */
export interface Counted {
  readonly text: string;
  readonly numbers: readonly SaidNumber[];
  readonly times: readonly SaidTime[];
}

/** Numbers of a sentence that are looked for; who has more has made a table. */
const MOST_NUMBERS = 40;

/** Numbers and times of a sentence that a passage does not say, or says as a bound or roughly. */
export function quantityFaults(own: Counted, known: Counted): SupportFault[] {
  const pers = new Map<SaidNumber, string>();
  const numbers = own.numbers
    .slice(0, MOST_NUMBERS)
    .flatMap((number) => numberFault(number, { own, known, pers }) ?? []);
  const more = own.numbers[MOST_NUMBERS];
  if (more !== undefined) numbers.push({ kind: "number", text: more.text });
  const times = own.times
    .filter((time) => !known.times.some((other) => isTime(time, other)))
    .map((time): SupportFault => ({ kind: "number", text: timeText(time) }));
  return [...numbers, ...times];
}

const NOON = 720;

/** Whether a time is another, or may be: "9:30" where the other says which half of the day. */
function isTime(time: SaidTime, other: SaidTime): boolean {
  const relation = compareTimes(time, other);
  if (relation !== "open") return relation === "same";
  // Who writes 12:00 means noon.
  if (other.minutes.includes(NOON) && time.minutes.includes(NOON))
    return time.unknown === other.unknown;
  const isVague = time.minutes.length >= other.minutes.length && time.offsets.length === 0;
  return (
    isVague && time.unknown === "" && other.minutes.some((minute) => time.minutes.includes(minute))
  );
}

function timeText({ minutes: [minute = 0] }: SaidTime): string {
  return `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, "0")}`;
}

function numberFault(number: SaidNumber, both: Both): SupportFault | undefined {
  const { own, known } = both;
  const unit = measuresOf(number.unit);
  const alike = known.numbers.filter((other) => isSameUnit(other.unit, number.unit));
  const isAmong = (other: SaidNumber): boolean =>
    unit.length > 0 ||
    alike.length === 0 ||
    alike.includes(other) ||
    isFollowed(other, number.unit, known.text);
  const same = known.numbers.filter((other) => isValue(number, other, both) && isAmong(other));
  if (same.length === 0) return { kind: "number", text: number.text };
  const per = perOf(number, own.text);
  const rates = same.filter((other) => isRate(per, perIn(other, both)));
  if (rates.length === 0) return { kind: "number", text: number.text };
  if (rates.some((other) => isBound(number, other, both))) {
    const isLess = per === "" && rates.every((other) => isTimeRate(perIn(other, both)));
    return isLess ? { kind: "words", text: number.text } : undefined;
  }
  return { kind: "sign", text: number.text };
}

interface Both {
  readonly own: Counted;
  readonly known: Counted;
  /** What the passage's numbers are for each of, as far as it was asked. */
  readonly pers: Map<SaidNumber, string>;
}

function perIn(number: SaidNumber, { known, pers }: Both): string {
  const per = pers.get(number) ?? perOf(number, known.text);
  pers.set(number, per);
  return per;
}

/** Whether a number's value and unit are another's. */
function isValue(number: SaidNumber, other: SaidNumber, both: Both): boolean {
  const [units, others] = [measuresOf(number.unit), measuresOf(other.unit)];
  if (units.length === 0 || others.length === 0) {
    if (!isEqual(number, other) || !isWritten(number, other, both)) return false;
    return (
      units.length === others.length || number.unit === "" || other.unit === "" || isYear(number)
    );
  }
  return units.some((unit) => others.some((each) => isMeasure([number, unit], [other, each])));
}

/** How far a converted number may be off where the sentence says that it is rounded. */
const ROUNDED = 0.025;

function isMeasure(
  [number, unit]: readonly [SaidNumber, Measure],
  [other, each]: readonly [SaidNumber, Measure],
) {
  if (unit.dimension !== each.dimension) return false;
  if (unit === each || (unit.factors.length === 0 && number.unit === other.unit))
    return isEqual(number, other);
  const most = number.hedge === undefined ? 1e-6 : ROUNDED;
  const [own, known] = [basesOf(number, unit), basesOf(other, each)];
  return own.some((a) =>
    known.some((b) => Math.abs(a - b) <= most * Math.max(Math.abs(a), Math.abs(b))),
  );
}

function basesOf({ values }: SaidNumber, { factors, offset }: Measure): number[] {
  return values.flatMap((value) => factors.map((factor) => (value + offset) * factor));
}

function isYear({ text, values: [value = 0] }: SaidNumber): boolean {
  return /^\d{4}$/.test(text.trim()) && value >= 1000 && value < 2200;
}

/** What a number stands behind that is no measure: its digits count as they are written. */
const NAMED =
  /(?:version|release|v|chapter|section|paragraph|figure|table|part|article|level|kapitel|abschnitt|chapitre|capítulo|§)\.?\s?$/iu;

/** Whether two numbers are written alike where a point parts no fraction of a measure: versions, chapters. */
function isWritten(number: SaidNumber, other: SaidNumber, { own, known }: Both): boolean {
  const [one, two] = [number.text.trim(), other.text.trim()];
  const isPointed = [one, two].some((text) => /^\d{1,3}[.]\d{1,2}$/.test(text));
  const isNamed = [[number, own] as const, [other, known] as const].some(([{ start }, { text }]) =>
    NAMED.test(text.slice(Math.max(0, start - 12), start)),
  );
  if (!isPointed && !isNamed) return true;
  return number.isScaled || other.isScaled || one === two;
}

/** Whether what is counted stands a few words behind a number: "30 Boeing jets". */
function isFollowed({ end }: SaidNumber, unit: string, text: string): boolean {
  const [behind = ""] = text.slice(end, end + 50).split(/[,;:.!?\n](?=\s|$)/);
  const [own = ""] = behind.split(/\s(?!\p{N}+-)\p{N}/u);
  return (own.match(/\p{L}+/gu) ?? []).some((word) => isSameUnit(word.toLowerCase(), unit));
}

const PER =
  /^(?:[\s\u00a0-]?[\p{L}\p{Sc}%°²³]+){0,5}?\s?(?:(\/)\s?|(?<!\p{L})(per|pro|je|par|por|each|every|a|an)\s)((?:\d+\s)?)(\p{L}+)/iu;

/** What a number is for each of: `week`, `5 ml`, `cubicmetres`; empty when it is for none. */
function perOf({ end, per }: SaidNumber, text: string): string {
  if (per !== "") return per;
  const [, slash = "", word = "", count = "", unit = ""] =
    PER.exec(text.slice(end, end + 70)) ?? [];
  const key = unit.toLowerCase();
  const [measure] = measuresOf(key);
  const isArticle = slash === "" && !/^(?:per|pro)$/i.test(word);
  // "a", "por" and the like are small words too: only before a time or a measure are they rates.
  if (measure === undefined && isArticle) return "";
  if (measure === undefined) return `${count.trim()} ${key.replace(/s$/, "")}`.trim();
  return `${count.trim()} ${measure.dimension} ${measure.factors.join("/")}`.trim();
}

function isRate(one: string, two: string): boolean {
  if (one === "") return true;
  return two === one || rateOf(one) === rateOf(two);
}

function rateOf(per: string): string {
  const [measure] = measuresOf(per);
  return measure === undefined ? per : `${measure.dimension} ${measure.factors.join("/")}`;
}

function isTimeRate(per: string): boolean {
  return (
    /^(?:second|minute|hour|day|night|week|month|year|stunde|tag|woche|monat|jahr|heure|jour|semaine|mois|an|hora|día|semana|mes|año)/.test(
      per,
    ) || /^(?:duration|span) /.test(per)
  );
}

type Bound = "near" | "most" | "least" | undefined;

function boundIn(number: SaidNumber, text: string): Bound {
  const bound = boundOf(text, number);
  if (bound !== undefined) return bound;
  if (number.hedge === "near") return "near";
  if (number.hedge === undefined) return undefined;
  return number.hedge === "below" ? "most" : "least";
}

/** Whether a sentence says of a number that it is a bound, or near it, where its passage does. */
function isBound(number: SaidNumber, other: SaidNumber, { own, known }: Both): boolean {
  const [said, there] = [boundIn(number, own.text), boundIn(other, known.text)];
  if (there === undefined) return true;
  if (said === "near") return there === "near" || number.hedge === other.hedge;
  return said === there && isSameBound(number, other);
}

/** "Up to 60 %" rounds no "up to 57 %": only a scaled or converted bound may be rounded. */
function isSameBound(number: SaidNumber, other: SaidNumber): boolean {
  if (number.isScaled || number.unit !== other.unit) return true;
  return number.values.some((value) => other.values.includes(value));
}

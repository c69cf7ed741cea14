import { foldNames } from "./fold-names.ts";

/** Languages whose words for past days and hours are known, from the platform's own tables. */
const LANGUAGES =
  "en de fr es it pt nl pl cs sv da no fi tr ru uk el hu ro ja zh ko ar fa hi id vi he th";

const UNITS = ["second", "minute", "hour", "day", "week", "month", "year"] as const;
type Unit = (typeof UNITS)[number];

/** Numbers that show the plural forms of every language. */
const COUNTS = [0, 1, 2, 3, 5, 11, 21, 100];

/** A phrase with `#` in the place of its number; a phrase without says the number itself. */
interface Phrase {
  readonly unit: Unit;
  readonly count: number;
}

let known: ReadonlyMap<string, Phrase> | undefined;

/**
 * A text that counts back from now (`3 hours ago`, `gestern`, `il y a 2 jours`, `updated 2 days
 * ago`) as ISO 8601: in UTC
 * to the second for hours and less, else the day. Undefined for any other text.
 * @param folded as `foldNames` gives it
 * @param now milliseconds since 1970
 */
export function relativeDate(folded: string, now: number): string | undefined {
  const text = folded.replace(/(?<!\S)(?:an?|one) (?!\d)/, "1 ").replace(/[.!]$/, "");
  const phrase = phraseIn(text);
  if (phrase === undefined) return undefined;
  const [written] = /\d{1,5}/.exec(text) ?? [];
  const time = counted(now, phrase.unit, written === undefined ? phrase.count : Number(written));
  if (Number.isNaN(time.getTime()) || time.getUTCFullYear() < 1000) return undefined;
  const iso = time.toISOString();
  return UNITS.indexOf(phrase.unit) < 3 ? `${iso.slice(0, 19)}Z` : iso.slice(0, 10);
}

/** Words before a phrase with a number: `last updated 2 days ago`. */
const MOST_WORDS = 3;

function phraseIn(text: string): Phrase | undefined {
  known ??= phrases();
  let phrase = known.get(bare(text));
  let rest = text;
  for (let word = 0; phrase === undefined && word < MOST_WORDS; word++) {
    rest = rest.replace(/^[^\d ]+ /, "");
    if (/\d/.test(rest)) phrase = known.get(bare(rest));
  }
  return phrase;
}

function counted(now: number, unit: Unit, count: number): Date {
  const time = new Date(now);
  if (unit === "year") time.setUTCFullYear(time.getUTCFullYear() - count);
  else if (unit === "month") setMonth(time, time.getUTCMonth() - count);
  else time.setTime(now - count * MILLISECONDS[unit]);
  return time;
}

/** A month back from the 31st is the last day of a shorter one. */
function setMonth(time: Date, month: number): void {
  const day = time.getUTCDate();
  time.setUTCMonth(month, 1);
  const last = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 0)).getUTCDate();
  time.setUTCDate(Math.min(day, last));
}

const MILLISECONDS = { second: 1e3, minute: 6e4, hour: 36e5, day: 864e5, week: 6048e5 } as const;

function phrases(): ReadonlyMap<string, Phrase> {
  const found = new Map<string, Phrase>();
  const units = UNITS.flatMap((unit) => COUNTS.map((count) => ({ unit, count })));
  for (const format of LANGUAGES.split(" ").flatMap(formatsOf)) {
    for (const phrase of units) add(found, format.format(-phrase.count, phrase.unit), phrase);
  }
  return found;
}

function formatsOf(language: string): Intl.RelativeTimeFormat[] {
  const styles = ["long", "short", "narrow"] as const;
  return styles.flatMap((style) =>
    (["always", "auto"] as const).map(
      (numeric) => new Intl.RelativeTimeFormat(language, { numeric, style }),
    ),
  );
}

function add(found: Map<string, Phrase>, text: string, phrase: Phrase): void {
  const key = bare(foldNames(text));
  // Of what is not past only `now` and `today` name a time: `this year` does not.
  const isNow = phrase.unit === "second" || phrase.unit === "day";
  if (phrase.count === 0 && (key.includes("#") || !isNow)) return;
  if (!found.has(key)) found.set(key, phrase);
}

function bare(text: string): string {
  return text.replace(/\d[\d,.]*/, "#").replace(/[ .]/g, "");
}

import { clockTime, HALF, type ClockTime } from "./dates/clock-time.ts";
import { foldNames } from "./dates/fold-names.ts";
import type { FoundDay } from "./dates/found-day.ts";
import { namedDay } from "./dates/named-day.ts";
import { numberedDay } from "./dates/numbered-day.ts";
import { relativeDate } from "./dates/relative-date.ts";

/** What is known of a text with a date. */
export interface DateOptions {
  /** The language of the page (BCP 47, `en-US`): decides whether `03/05` begins with the month. */
  readonly language?: string | undefined;
  /** Reads a text of digits alone as Unix time. */
  readonly unix?: "seconds" | "milliseconds" | undefined;
  /** Milliseconds since 1970 that `3 hours ago` counts back from; without it such is not read. */
  readonly now?: number | undefined;
}

/** A date as it was read. */
export interface ReadDate {
  /**
   * ISO 8601: `YYYY-MM`, `YYYY-MM-DD`, or a date with `THH:mm`, `:ss`, `.sss` and an offset as far
   * as they are written. Without a written zone there is no offset: the time is local to the page.
   */
  readonly value: string;
  /** Whether day and month may be the other way round: `03/05/2024` without a language. */
  readonly ambiguous: boolean;
  /** Whether it was counted back from `now`. */
  readonly derived: boolean;
}

/** Characters of a text that are read. */
const LONGEST = 1_000;

/**
 * The first date in a text: ISO 8601, RFC 2822, `May 3, 2024`, `3 de mayo de 2024`, `2024年5月3日`,
 * `3.5.2024`, with the time beside it, in about forty languages and the digits of every script.
 * Undefined without one, for a day without a year, and for years outside 1600 to 2199 (Hijri,
 * Buddhist). A text is read up to 1,000 characters.
 */
export function readDate(text: string, options: DateOptions = {}): ReadDate | undefined {
  const folded = foldNames(text.slice(0, LONGEST));
  const { language, unix, now } = options;
  if (unix !== undefined && /^-?\d{1,16}(?:\.\d+)?$/.test(folded)) return unixTime(folded, unix);
  const found = firstOf(numberedDay(folded, language), namedDay(folded, language));
  if (found !== undefined) {
    return { value: written(folded, found), ambiguous: found.ambiguous, derived: false };
  }
  const value = now === undefined ? undefined : relativeDate(folded, now);
  return value === undefined ? undefined : { value, ambiguous: false, derived: true };
}

function unixTime(digits: string, unit: "seconds" | "milliseconds"): ReadDate | undefined {
  const time = new Date(Number(digits) * (unit === "seconds" ? 1_000 : 1));
  const year = time.getUTCFullYear();
  if (!(year >= 1600 && year <= 2199)) return undefined;
  return { value: time.toISOString().replace(".000Z", "Z"), ambiguous: false, derived: false };
}

function firstOf(one: FoundDay | undefined, two: FoundDay | undefined): FoundDay | undefined {
  if (one === undefined || two === undefined) return one ?? two;
  return one.start <= two.start ? one : two;
}

function written(text: string, found: FoundDay): string {
  const { year, month, day } = found;
  const isMonth = day === 0;
  const date = [year, month, ...(isMonth ? [] : [day])].map((part) =>
    String(part).padStart(2, "0"),
  );
  const time = isMonth ? undefined : (found.time ?? timeBeside(text, found));
  return date.join("-") + (time === undefined ? "" : `T${time.time}${time.offset}`);
}

/** `T10:00`, ` 10:00`, ` um 14.30 Uhr`, `, 3 pm`: what leads from a date to its time. */
const LEAD = new RegExp(
  `^(?:t(?=\\d)|[ ,|·•@(-]*(?:(?!${HALF})\\p{L}{1,5}\\.?:?[ ,]+){0,2}(?=\\d|${HALF}))`,
  "u",
);

/** A time right before a date: `10:00, `, `3:30 pm on friday, `. */
const AHEAD = /(?<![\d:])\d{1,2}:\d{2}(?::\d{2})?[^\d:]{0,30}$/;

function timeBeside(text: string, { start, end }: FoundDay): ClockTime | undefined {
  const behind = text.slice(end, end + 80);
  const lead = LEAD.exec(behind);
  const isIso = /^\d{4}-/.test(text.slice(start)) || lead?.[0] === "t";
  const compact = /^t(\d{2})(\d{2})(\d{2})?(?=$|z|[+-])/.exec(behind);
  if (compact !== null) {
    const [all, hour, minute, second] = compact;
    const time = [hour, minute, ...(second === undefined ? [] : [second])].join(":");
    return clockTime(`${time}${behind.slice(all.length)}`, { isIso });
  }
  const time = lead === null ? undefined : timeAt(behind.slice(lead[0].length), isIso);
  if (time !== undefined) return time;
  const ahead = AHEAD.exec(text.slice(Math.max(0, start - 50), start));
  return ahead === null ? undefined : clockTime(ahead[0], { isIso: false });
}

/** The time that a text begins with. */
function timeAt(text: string, isIso: boolean): ClockTime | undefined {
  return clockTime(text.slice(0, 60), { isIso });
}

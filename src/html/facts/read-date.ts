import { checkArgument } from "../../core/index.ts";
import { foldNames } from "../dates/fold-names.ts";
import type { FoundDay } from "../dates/found-day.ts";
import { namedDay } from "../dates/named-day.ts";
import { numberedDay } from "../dates/numbered-day.ts";
import { relativeDate } from "../dates/relative-date.ts";
import { timeBeside } from "../dates/time-beside.ts";

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
 * @example
 * ```ts
 * import { readDate } from "dragline/html";
 *
 * console.log(readDate("published on 3 de mayo de 2024")?.value); // 2024-05-03
 * ```
 */
export function readDate(text: string, options: DateOptions = {}): ReadDate | undefined {
  checkArgument("text of readDate(text)", text, "string");
  const folded = foldNames(text.slice(0, LONGEST));
  checkArgument("options of readDate(text, options)", options, "object");
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

import type { ClockTime } from "./clock-time.ts";

/** A day, or a month, that stands in a text. */
export interface FoundDay {
  /** Where it begins and ends in the folded text. */
  readonly start: number;
  readonly end: number;
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** 0 when the text names the month alone. */
  readonly day: number;
  /** Whether day and month, or day and year, might be meant the other way round. */
  readonly ambiguous: boolean;
  /** A time of day that stands within the date. */
  readonly time?: ClockTime | undefined;
}

/** Years that a page means by the Gregorian calendar; others are Hijri, Buddhist or no year. */
const [FIRST_YEAR, LAST_YEAR] = [1600, 2199];

/** Whether the calendar has the day; day 0 stands for the month alone. */
export function isDay({ year, month, day }: Pick<FoundDay, "year" | "month" | "day">): boolean {
  if (year < FIRST_YEAR || year > LAST_YEAR || month < 1 || month > 12) return false;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** A year as written; of two digits the one between 1970 and 2069. */
export function fullYear(written: string): number {
  const year = Number(written);
  if (written.length > 2) return year;
  return year + (year < 70 ? 2000 : 1900);
}

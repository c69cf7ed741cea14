import { clockTime } from "./clock-time.ts";
import { monthNamed } from "./month-names.ts";
import { fullYear, isDay, type FoundDay } from "./found-day.ts";

/** A word, or an abbreviation such as `ม.ค.`, and a second one where a name has two. */
const WORD = /\p{L}[\p{L}\p{M}.'’׳॰]*(?: (?=(?:الاول|الثاني|الأول)(?!\p{L}))\p{L}+)?/gu;

/** Characters that are looked at before and behind the name of a month. */
const REACH = 60;

/** A day before the name, of two the first: `3 `, `3rd of `, `3. `, `3 de `, `03-`, `3-5 `. */
const DAY_BEFORE =
  /(?<![\d.,:/])(\d{1,2})(?:\.? ?- ?\d{1,2})? ?(?:st|nd|rd|th|er|ere|e|o|a|ste|de|di|-?[ое]|-го)?[ºª°.,]?[ -]?(?:(?:of|de|del|d['’]|ngay) ?)?$/;

/** A year before the name: `2024. `, `2024-`. */
const YEAR_BEFORE = /(?<!\d)(\d{4})[.,]?[ -]?(?:(?:m\.|gada|eko) ?)?$/;

/** A year behind it: `, 2024`, ` de 2024`, `-24`, ` '24`. */
const YEAR_BEHIND =
  /^[.,]?[ /-]?(?:(?:de|del|of|г|в|nam) )?(?:(\d{4})(?!\d)|(['’]?\d{2})(?![\d:.,]|h\d| ?[ap]\.?m))/;

/** Day and year behind it: ` 3, 2024`, ` 3rd 2024`, `-03-2024`, ` 3-5, 2024`. */
const DAY_AND_YEAR =
  /^[.,]?[ -]?(\d{1,2})(?:st|nd|rd|th|er)?(?: ?- ?\d{1,2})?[.,]?[ -](?:(?:de|of) )?(\d{4}|['’]\d{2})(?!\d)/;

/** Day, time and year, as `date` and `ctime` write them: ` 3 10:00:00 utc 2024`. */
const DAY_TIME_YEAR =
  /^ (\d{1,2}) (\d{1,2}:\d{2}(?::\d{2})?(?: (?:[a-z]{1,5}|[+-]\d{4}))?) (\d{4})(?!\d)/;

/** A day behind it where the year was before. */
const DAY_BEHIND = /^\.?[ -]?(\d{1,2})(?!\d)/;

/** A year alone behind it, so that the month is meant: `May 2024`. */
const YEAR_ALONE = /^[.,]?[ -](?:(?:de|del|of) )?(\d{4})(?!\d)/;

/** The first day, or month with its year, in a folded text whose month is written as a word. */
export function namedDay(text: string, language: string | undefined): FoundDay | undefined {
  for (const word of text.matchAll(WORD)) {
    const month = monthNamed(word[0], language);
    if (month === undefined) continue;
    const found = dayAround({ text, month, start: word.index, end: word.index + word[0].length });
    if (found !== undefined && isDay(found)) return found;
  }
  return undefined;
}

/** A name of a month in a text. */
interface Named {
  readonly text: string;
  readonly month: number;
  readonly start: number;
  readonly end: number;
}

function dayAround(named: Named): FoundDay | undefined {
  const { text, start, end } = named;
  const before = text.slice(Math.max(0, start - REACH), start);
  const behind = text.slice(end, end + REACH);
  return (
    dayBefore(named, DAY_BEFORE.exec(before), YEAR_BEHIND.exec(behind)) ??
    timeWithin(named, DAY_TIME_YEAR.exec(behind)) ??
    dayBehind(named, DAY_AND_YEAR.exec(behind)) ??
    yearBefore(named, YEAR_BEFORE.exec(before), DAY_BEHIND.exec(behind)) ??
    monthAlone(named, YEAR_ALONE.exec(behind))
  );
}

type Match = RegExpExecArray | null;

function dayBefore({ month, start, end }: Named, day: Match, year: Match): FoundDay | undefined {
  if (day === null || year === null) return undefined;
  const written = (year[1] ?? year[2] ?? "").replace(/\D/, "");
  const places = { start: start - day[0].length, end: end + year[0].length };
  return { ...places, month, day: Number(day[1]), year: fullYear(written), ambiguous: false };
}

function timeWithin({ month, start, end }: Named, match: Match): FoundDay | undefined {
  if (match === null) return undefined;
  const [all, day, time = "", year] = match;
  return {
    start,
    end: end + all.length,
    month,
    day: Number(day),
    year: Number(year),
    ambiguous: false,
    time: clockTime(time, { isIso: true }),
  };
}

function dayBehind({ month, start, end }: Named, match: Match): FoundDay | undefined {
  if (match === null) return undefined;
  const [all, day, year = ""] = match;
  const places = { start, end: end + all.length };
  return {
    ...places,
    month,
    day: Number(day),
    year: fullYear(year.replace(/\D/, "")),
    ambiguous: false,
  };
}

function yearBefore({ month, start, end }: Named, year: Match, day: Match): FoundDay | undefined {
  if (day === null || year === null) return undefined;
  const places = { start: start - year[0].length, end: end + day[0].length };
  return { ...places, month, day: Number(day[1]), year: Number(year[1]), ambiguous: false };
}

function monthAlone({ month, start, end }: Named, match: Match): FoundDay | undefined {
  if (match === null) return undefined;
  const places = { start, end: end + match[0].length };
  return { ...places, month, day: 0, year: Number(match[1]), ambiguous: false };
}

import { dateFormat } from "./month-names.ts";
import { fullYear, isDay, type FoundDay } from "./found-day.ts";

/** `2024-05-03`, `2024/5/3`, `2024. 5. 3.`, `2024年5月3日`, `2024년 5월 3일`. */
const YEAR_FIRST =
  /(?<!\d)(\d{4}) ?(?:[-/.]|年|년) ?(\d{1,2}) ?(?:[-/.]|月|월) ?(\d{1,2})(?!\d)(?: ?(?:日|일)|\.(?!\d))?/g;

/** `20240503T100000`, as calendars write it. */
const JOINED = /(?<!\d)(\d{4})(\d{2})(\d{2})(?=t\d{4}|$)/g;

/** `2024-05`, `2024年5月`, `2024년 5월`. */
const MONTH_ALONE = /(?<![\d/.-])(\d{4})(?:-(\d{2})(?![\d-])| ?[年년] ?(\d{1,2}) ?[月월])/g;

/** `3 tháng 5, 2024`, `ngày 3 tháng 5 năm 2024`. */
const VIETNAMESE = /(?<!\d)(\d{1,2}) (?:thang|thg) (\d{1,2}),? (?:nam )?(\d{4})(?!\d)/g;

/** `03/05/2024`, `3.5.24`, `3. 5. 2024`. */
const YEAR_LAST =
  /(?<![\d.,/-])(\d{1,2}) ?(?<mark>[/.-]) ?(\d{1,2}) ?\k<mark> ?(\d{4}|\d{2})(?!\d|[/.,:-]\d)/g;

/** The first day in a folded text that is written in digits. */
export function numberedDay(text: string, language: string | undefined): FoundDay | undefined {
  const found = [
    ...daysOf(text, YEAR_FIRST, ([, year, month, day]) => ymd(year, month, day)),
    ...daysOf(text, JOINED, ([, year, month, day]) => ymd(year, month, day)),
    ...daysOf(text, MONTH_ALONE, ([, year, month, named]) => ymd(year, month ?? named, "0")),
    ...daysOf(text, VIETNAMESE, ([, day, month, year]) => ymd(year, month, day)),
    ...daysOf(text, YEAR_LAST, (match) => yearLast(match, language)),
  ];
  return found.reduce<FoundDay | undefined>(
    (first, each) => (first === undefined || each.start < first.start ? each : first),
    undefined,
  );
}

type Day = Pick<FoundDay, "year" | "month" | "day" | "ambiguous">;

function daysOf(text: string, form: RegExp, read: (match: RegExpExecArray) => Day): FoundDay[] {
  for (const match of text.matchAll(form)) {
    const day = read(match);
    if (!isDay(day)) continue;
    return [{ ...day, start: match.index, end: match.index + match[0].length }];
  }
  return [];
}

function ymd(year = "", month = "", day = ""): Day {
  return { year: Number(year), month: Number(month), day: Number(day), ambiguous: false };
}

function yearLast(match: RegExpExecArray, language: string | undefined): Day {
  const [one, mark, two, written] = match.slice(1) as [string, string, string, string];
  const [first, second] = [Number(one), Number(two)];
  const order = dayOrder(language);
  // Points are written by countries that have the day first.
  const isOpen = mark !== "." && first <= 12 && second <= 12 && first !== second;
  const isAmerican = second > 12 || (isOpen && order === "month");
  const [month, day] = isAmerican ? [first, second] : [second, first];
  const yearMayBeFirst = `${one}${written}`.length === 4 && Number(written) <= 31;
  return {
    year: fullYear(written),
    month,
    day,
    ambiguous: order === undefined && (isOpen || yearMayBeFirst),
  };
}

/** English without a country, which is written in either order. */
const BARE_ENGLISH = /^en$/i;

/** Which of day and month a language writes first; undefined where it does not say. */
function dayOrder(language: string | undefined): "day" | "month" | undefined {
  if (language === undefined || BARE_ENGLISH.test(language)) return undefined;
  const format = dateFormat(language, { dateStyle: "short", timeZone: "UTC" });
  if (format === undefined) return undefined;
  const types = format.formatToParts(0).map(({ type }) => type);
  const isAmerican = types.indexOf("month") < types.indexOf("day");
  return isAmerican && types.indexOf("day") < types.indexOf("year") ? "month" : "day";
}

import { ruledLanguages, type RuledLanguage } from "./language-of.ts";

/** Names of months and weekdays from the platform's own tables, to their number from 0. */
const months = namesOf((language) => {
  const format = new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" });
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2024, month, 15)));
});
// The first of January 2024 was a Monday.
const weekdays = namesOf((language) => {
  const format = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" });
  return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2024, 0, day + 1)));
});

type Names = Readonly<Record<RuledLanguage, ReadonlyMap<string, number>>>;

function namesOf(list: (language: RuledLanguage) => readonly string[]): Names {
  const tables = ruledLanguages.map((language) => {
    const names = list(language).map((name, index) => [name.toLowerCase(), index] as const);
    return [language, new Map(names)] as const;
  });
  return Object.fromEntries(tables) as unknown as Names;
}

const MONTHS = [...months.en.keys()].map((name) => name.charAt(0).toUpperCase() + name.slice(1));
const MONTH = [...new Set(ruledLanguages.flatMap((language) => [...months[language].keys()]))].join(
  "|",
);

const DAY_FIRST = new RegExp(
  String.raw`(?<![\p{L}\d.,])(?:the\s)?(\d{1,2})(?:st|nd|rd|th|er|\.|º)?\s(?:de\s|of\s)?(${MONTH})(?!\p{L})(?:,?\s(?:de\s|del\s)?(?=\d{4}))?`,
  "giu",
);
const DAY_SECOND = new RegExp(
  String.raw`(?<!\p{L})(${MONTH})\s(\d{1,2})(?:st|nd|rd|th)?(?![\p{L}\d:.,]\d|\d)(?:,?\s(?=\d{4}(?!\d)))?`,
  "giu",
);

/** Days of months in one form for all languages: `27. Mai`, `el 27 de mayo` and `May 27th` as `27 May`. */
export function spellDays(text: string): string {
  return text
    .replace(DAY_FIRST, (whole, day: string, month: string) => spelled(whole, day, month))
    .replace(DAY_SECOND, (whole, month: string, day: string) => spelled(whole, day, month));
}

function spelled(whole: string, day: string, name: string): string {
  const month = numberOf(months, name.toLowerCase());
  if (month === undefined || Number(day) > 31) return whole;
  return `${Number(day)} ${MONTHS[month] ?? ""}${/\s$/.test(whole) ? " " : ""}`;
}

function numberOf(names: Names, word: string): number | undefined {
  for (const language of ruledLanguages) {
    const found = names[language].get(word);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A word as the calendar meets it. */
interface CalendarWord {
  readonly text: string;
  readonly key: string;
  readonly isFirst: boolean;
}

/**
 * The month, from 0, that a word names; undefined where it is another word: `may`, `march`, and the
 * planet Mars.
 */
export function monthOf(
  { text, key, isFirst }: CalendarWord,
  language: RuledLanguage | undefined,
): number | undefined {
  const month = numberOf(months, key);
  // English and German months have capitals, French and Spanish ones do not.
  if (!/^\p{Lu}/u.test(text)) return months.fr.has(key) || months.es.has(key) ? month : undefined;
  const isVerb = isFirst && (key === "may" || key === "march");
  const isPlanet = key === "mars" && !isFirst && language !== undefined;
  return isVerb || isPlanet ? undefined : month;
}

const DAILY =
  /(?<!\p{L})(?:every (?:single )?day|daily|seven days a week|7 days a week|jeden tag|täglich|an allen tagen|tous les jours|todos los días|a diario)(?!\p{L})/iu;
const SPAN = /(\p{L}+)\s?(?:-|–|\s(?:to|through|until|bis|au|a)\s)\s?(\p{L}+)/giu;
const EXCEPT =
  /(?<!\p{L})(?:except|but not|apart from|other than|außer|nicht aber|sauf|hormis|excepto|salvo|menos)\s(?:on\s|for\s|am\s|an\s|le\s|les\s|los\s|el\s)?(?:\p{L}+\s)?(\p{L}+)/giu;

/** The weekdays that a text speaks of, 0 for Monday: also those of `Monday to Friday` and `daily`. */
export function readWeekdays(text: string): ReadonlySet<number> {
  const days = new Set((text.match(/\p{L}+/gu) ?? []).flatMap((word) => dayOf(word) ?? []));
  for (const [, first = "", last = ""] of text.matchAll(SPAN)) {
    const [from, to] = [dayOf(first), dayOf(last)];
    for (const day of daysFrom(from, to)) days.add(day);
  }
  if (DAILY.test(text)) for (const day of daysFrom(0, 6)) days.add(day);
  for (const [, name = ""] of text.matchAll(EXCEPT)) days.delete(dayOf(name) ?? -1);
  return days;
}

function daysFrom(first: number | undefined, last: number | undefined): number[] {
  if (first === undefined || last === undefined) return [];
  const length = ((last - first + 7) % 7) + 1;
  return Array.from({ length }, (_, index) => (first + index) % 7);
}

/** The weekday that a word names, in the plural or as an adverb too: `Mondays`, `montags`. */
export function dayOf(word: string): number | undefined {
  const key = word.toLowerCase();
  return numberOf(weekdays, key) ?? numberOf(weekdays, key.replace(/s$/, ""));
}

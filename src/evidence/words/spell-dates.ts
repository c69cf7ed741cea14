const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** `2019-03-12`, with a time of day or without. */
const ISO = /\b(\d{4})-(\d{2})-(\d{2})(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?\b/g;
/** `12.03.2019`. */
const DOTTED = /\b(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})\b/g;

/** Dates in digits as days, months and years: `2019-03-12` and `12.03.2019` as `12 March 2019`. */
export function spellDates(text: string): string {
  return text
    .replace(ISO, (date, ...[year, month, day]: string[]) => spelled([day, month, year]) ?? date)
    .replace(DOTTED, (date, ...parts: string[]) => spelled(parts) ?? date);
}

/** @param parts day, month and year */
function spelled([day, month, year = ""]: readonly (string | undefined)[]): string | undefined {
  const name = MONTHS[Number(month) - 1];
  return name === undefined || Number(day) > 31 ? undefined : `${Number(day)} ${name} ${year}`;
}

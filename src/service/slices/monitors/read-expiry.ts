/** RFC 3339, 5.6; a date alone is allowed besides. */
const FORM = /^(\d{4}-\d{2}-\d{2})(?:t\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:z|[+-]\d{2}:\d{2}))?$/i;

const LAST_MOMENT = "T23:59:59.999Z";

/**
 * When a monitor stops, in milliseconds since 1970: a time of RFC 3339, or a date, which means the
 * end of that day in UTC (decisions, 2.12). Undefined for any other text and for days that do not
 * exist.
 */
export function readExpiry(text: string): number | undefined {
  const [, date] = FORM.exec(text) ?? [];
  if (date === undefined || !isDay(date)) return undefined;
  const time = Date.parse(text === date ? `${date}${LAST_MOMENT}` : text.toUpperCase());
  return Number.isNaN(time) ? undefined : time;
}

/** The parser takes the 30th of February for a day in March. */
function isDay(date: string): boolean {
  const time = Date.parse(`${date}${LAST_MOMENT}`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

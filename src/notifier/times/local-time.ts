const MINUTE = 60_000;
const DAY = 86_400_000;
const HALF_DAY = DAY / 2;

/** Making a format takes much longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();
/** There are some 600 zones. */
const MOST_FORMATS = 1000;

/** @throws RangeError for what is no time zone */
function formatOf(timezone: string): Intl.DateTimeFormat {
  let format = formats.get(timezone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: timezone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    if (formats.size >= MOST_FORMATS) formats.clear();
    formats.set(timezone, format);
  }
  return format;
}

/** Whether it is the IANA name of a time zone that this Node knows. */
export function isTimezone(timezone: unknown): timezone is string {
  if (typeof timezone !== "string" || timezone === "") return false;
  try {
    formatOf(timezone);
    return true;
  } catch {
    return false;
  }
}

function partsAt(at: number, timezone: string): Record<string, string> {
  const parts = formatOf(timezone).formatToParts(at);
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]));
}

/** A moment as a reader of the time zone writes it: `2026-03-01 10:00 Europe/Berlin`. */
export function localTimeText(at: number, timezone: string): string {
  const { year, month, day, hour, minute } = partsAt(at, timezone);
  return `${year}-${month}-${day} ${hour}:${minute} ${timezone}`;
}

/** Milliseconds since midnight on the clocks of a time zone. */
export function localTimeOf(at: number, timezone: string): number {
  const { hour, minute, second } = partsAt(at, timezone);
  const whole = (Number(hour) * 60 + Number(minute)) * 60 + Number(second);
  return whole * 1000 + (((at % 1000) + 1000) % 1000);
}

/**
 * The next moment after `at` at which the clocks of a time zone show a time of day. On a day on which
 * they pass over it, it is one soon behind that; on a day that shows it twice, the first that comes.
 * @param time milliseconds since midnight
 */
export function nextLocalTime(at: number, time: number, timezone: string): number {
  const wait = time - localTimeOf(at, timezone);
  const next = at + (wait > 0 ? wait : wait + DAY);
  // The clocks may have been put forward or back between.
  const off = shortest(time - localTimeOf(next, timezone));
  const corrected = next + off;
  if (corrected <= at) return next;
  const isShown = shortest(time - localTimeOf(corrected, timezone)) === 0;
  return isShown ? corrected : Math.max(next, corrected);
}

/** The same distance on a clock, in the direction in which it is shorter. */
function shortest(ms: number): number {
  const ahead = ((ms % DAY) + DAY) % DAY;
  return ahead > HALF_DAY ? ahead - DAY : ahead;
}

/**
 * Milliseconds since midnight of a time of day, `22:00`; undefined for what is none.
 */
export function readTime(text: string): number | undefined {
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hour === undefined ? undefined : (Number(hour) * 60 + Number(minute)) * MINUTE;
}

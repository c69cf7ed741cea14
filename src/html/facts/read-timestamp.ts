/** W3C date and time (NOTE-datetime), as sitemaps and Atom have it; a missing zone is UTC. */
const W3C =
  /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?\s?(Z|[+-]\d\d:?\d\d)?)?)?)?$/i;

/** RFC 822, 5.1, as RSS has it. */
const RFC_822 =
  /^(?:[a-z]{3,9},\s{0,3})?(\d\d?)\s([a-z]{3})[a-z]{0,6}\s(\d{4}|\d\d)\s(\d\d?):(\d\d)(?::(\d\d))?\s([A-Z]{1,3}|[+-]\d\d:?\d\d)$/i;

const MONTHS = "janfebmaraprmayjunjulaugsepoctnovdec";

/** Hours from UTC of RFC 822's zones. */
const ZONES: Readonly<Record<string, number>> = Object.freeze({
  UT: 0,
  UTC: 0,
  GMT: 0,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
});

/** The longest text that can be a date. */
const LONGEST = 48;

/**
 * The ISO 8601 form, in UTC, of a time as sitemaps, Atom (NOTE-datetime) and RSS (RFC 822) write it;
 * undefined when it is none.
 */
export function readTimestamp(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST) return undefined;
  const w3c = W3C.exec(trimmed);
  if (w3c !== null) {
    const [, year, month = "1", day = "1", hour, minute, second, zone = "Z"] = w3c;
    return iso([Number(year), Number(month), Number(day)], { hour, minute, second, zone });
  }
  const rfc = RFC_822.exec(trimmed.replaceAll(/\s{1,8}/g, " "));
  if (rfc === null) return undefined;
  const [, day, month = "", year = "", hour, minute, second, zone = ""] = rfc;
  const at = MONTHS.indexOf(month.toLowerCase());
  if (at % 3 !== 0) return undefined;
  return iso([fullYear(year), at / 3 + 1, Number(day)], { hour, minute, second, zone });
}

interface TimeOfDay {
  readonly hour: string | undefined;
  readonly minute: string | undefined;
  readonly second: string | undefined;
  readonly zone: string;
}

type Day = readonly [year: number, month: number, day: number];

function iso([year, month, day]: Day, time: TimeOfDay): string | undefined {
  const { hour = "0", minute = "0", second = "0" } = time;
  const offset = offsetOf(time.zone);
  const start = Date.UTC(year, month - 1, day);
  if (offset === undefined || new Date(start).getUTCDate() !== day || month > 12) return undefined;
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)];
  // 24:00:00 is the end of the day, 23:59:60 a leap second.
  const inDay = (hours * 60 + minutes) * 60 + seconds;
  if (year < 100 || month < 1 || inDay > 86_400 || minutes > 59 || seconds > 60) return undefined;
  const ms = start + inDay * 1000 - offset * 60_000;
  return new Date(ms).toISOString();
}

/** Minutes from UTC. */
function offsetOf(zone: string): number | undefined {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  if (hours === undefined) {
    // Letters were defined with the wrong sign, so that they say nothing (RFC 5322, 4.3).
    if (/^[a-ik-z]$/i.test(zone)) return 0;
    const named = ZONES[zone.toUpperCase()];
    return named === undefined ? undefined : named * 60;
  }
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** RFC 2822, 4.3: 00 to 49 are years of this century. */
function fullYear(text: string): number {
  const year = Number(text);
  if (text.length > 2) return year;
  return year < 50 ? 2000 + year : 1900 + year;
}

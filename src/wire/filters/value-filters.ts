import { parseJson } from "../../core/index.ts";
import { readDate } from "../../html/index.ts";
import { readTimestamp } from "../../html/internal.ts";
import { asInteger, asNumber, asText, FilterFault, type Filter } from "./filter.ts";

const none = [0, 0] as const;
const DAY_MS = 86_400_000;

/** Filters of numbers, times and types. */
export const valueFilters: Readonly<Record<string, Filter>> = {
  default: { arity: [1, 1], takesNull: true, apply: (value, [other]) => value ?? other },
  number: { arity: none, apply: (value) => asNumber(value) },
  integer: { arity: none, apply: (value) => asInteger(value) },
  string: { arity: none, apply: (value) => asText(value) },
  boolean: { arity: none, apply: (value) => asBoolean(value) },
  json: { arity: none, takesNull: true, apply: (value) => JSON.stringify(value ?? null) },
  parse_json: { arity: none, apply: (value) => jsonIn(asText(value)) },
  date: { arity: none, apply: (value) => timeOf(value).toISOString().slice(0, 10) },
  iso: { arity: none, apply: (value) => isoOf(timeOf(value)) },
  from_unix: { arity: none, apply: (value) => isoOf(checkTime(asNumber(value) * 1_000, value)) },
  from_unix_ms: { arity: none, apply: (value) => isoOf(checkTime(asNumber(value), value)) },
  unix: { arity: none, apply: (value) => Math.floor(timeOf(value).getTime() / 1_000) },
  add_days: {
    arity: [1, 1],
    apply: (value, [days]) => {
      const time = checkTime(timeOf(value).getTime() + asInteger(days) * DAY_MS, days);
      const isDay = typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value);
      return isDay ? time.toISOString().slice(0, 10) : isoOf(time);
    },
  },
  add: {
    arity: [1, 1],
    apply: (value, [n]) => unrounded([asNumber(value), asNumber(n)], (a, b) => a + b),
  },
  multiply: {
    arity: [1, 1],
    apply: (value, [n]) => unrounded([asNumber(value), asNumber(n)], (a, b) => a * b),
  },
  round: { arity: [0, 1], apply: (value, [digits = 0]) => round(asNumber(value), digits) },
};

function asBoolean(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  if (value === 1 || value === "1" || value === "true") return true;
  if (value === 0 || value === "0" || value === "false") return false;
  throw new FilterFault("true or false", value);
}

function jsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new FilterFault("JSON", text);
  }
}

/** A time without an offset is UTC. */
function timeOf(value: unknown): Date {
  const text = typeof value === "string" ? value : undefined;
  const read = text === undefined ? undefined : readDate(text);
  if (text === undefined || read === undefined || read.ambiguous || read.value.length < 7) {
    throw new FilterFault("a date as text that is not ambiguous", value);
  }
  const hasTime = read.value.includes("T");
  // The end of a day and leap seconds, which no clock shows.
  const odd = /(?<!\d)24:00|:60(?!\d)/.test(text) ? readTimestamp(text) : undefined;
  if (odd !== undefined) return checkTime(Date.parse(odd), value);
  const hasZone = /(?:Z|[+-]\d{2}:\d{2})$/.test(read.value);
  return checkTime(Date.parse(hasTime && !hasZone ? `${read.value}Z` : read.value), value);
}

function checkTime(ms: number, value: unknown): Date {
  const time = new Date(ms);
  const year = time.getUTCFullYear();
  if (year >= 0 && year <= 9999) return time;
  throw new FilterFault("a time of the years 0 to 9999", value);
}

function isoOf(time: Date): string {
  return time.toISOString().replace(".000Z", "Z");
}

/** A result that is finite and, of whole numbers, whole to the last digit. */
function unrounded(
  [a, b]: readonly [number, number],
  calculate: (a: number, b: number) => number,
): number {
  const result = calculate(a, b);
  if (!Number.isFinite(result)) throw new FilterFault("a number that stays finite", a);
  const isWhole = Number.isInteger(a) && Number.isInteger(b);
  if (!isWhole || Number.isSafeInteger(result)) return result;
  throw new FilterFault("a number that stays within 2^53 - 1", a);
}

function round(value: number, digits: unknown): number {
  const places = asInteger(digits);
  if (places < 0 || places > 15) throw new FilterFault("0 to 15 digits", digits);
  return Number(value.toFixed(places));
}

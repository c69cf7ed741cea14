import { timeUnitOf, type Property } from "../schema/property.ts";
import { readDuration, type Duration } from "./read-duration.ts";

/** Meanings whose values are spans of time. */
const TIMES: readonly string[] = ["totaltime", "preptime", "cooktime", "duration"];

const SECONDS = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 } as const;

/**
 * A span of time as the number that a property wants: in the unit that its name, title or description
 * has. Undefined for a property of another kind; null for what is no such number: half a minute, a
 * number without a unit on the page.
 * @param isShown whether the text stands on the page; structured data may have bare numbers
 */
export function timeNumber(
  property: Property,
  raw: unknown,
  isShown: boolean,
): number | null | undefined {
  const { type } = property.schema;
  if (typeof raw !== "string" || (type !== "number" && type !== "integer")) return undefined;
  const duration = readDuration(raw);
  if (duration === undefined) return isShown && isTime(property) ? null : undefined;
  const unit = timeUnitOf(property);
  if (unit === undefined) return isTime(property) ? minutesOf(duration) : undefined;
  if (duration.seconds === undefined) return null;
  const value = duration.seconds / SECONDS[unit];
  return type === "integer" && !Number.isInteger(value) ? null : value;
}

/** Where nobody says in what a time is counted there is no doubt if all of it is in minutes. */
function minutesOf({ iso, seconds }: Duration): number | null {
  return seconds !== undefined && /^PT\d+M$/.test(iso) ? seconds / SECONDS.minutes : null;
}

/** Whether a property is a span of time: by all of its meanings, or by one and its unit. */
function isTime(property: Property): boolean {
  const meanings = [...property.matcher.meanings];
  const known = meanings.filter((meaning) => TIMES.includes(meaning));
  return (
    known.length > 0 && (known.length === meanings.length || timeUnitOf(property) !== undefined)
  );
}

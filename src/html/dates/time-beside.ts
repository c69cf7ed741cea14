import { clockTime, HALF, type ClockTime } from "./clock-time.ts";
import type { FoundDay } from "./found-day.ts";

/** `T10:00`, ` 10:00`, ` um 14.30 Uhr`, `, 3 pm`: what leads from a date to its time; a weekday in
 * brackets too. */
const LEAD = new RegExp(
  `^(?:t(?=\\d)|(?: ?\\(\\p{L}{1,10}\\.?\\))?[ ,|·•@(-]*(?:(?!${HALF})\\p{L}{1,5}\\.?:?[ ,]+){0,2}(?=\\d|${HALF}))`,
  "u",
);

/** A time right before a date: `10:00, `, `3:30 pm on friday, `. */
const AHEAD = /(?<![\d:])\d{1,2}:\d{2}(?::\d{2})?[^\d:]{0,30}$/;

/** The time of day that stands behind a day in a folded text, or right before it. */
export function timeBeside(text: string, { start, end }: FoundDay): ClockTime | undefined {
  const behind = text.slice(end, end + 80);
  const lead = LEAD.exec(behind);
  const isIso = /^\d{4}-/.test(text.slice(start)) || lead?.[0] === "t";
  const compact = /^t(\d{2})(\d{2})(\d{2})?(?=$|z|[+-])/.exec(behind);
  if (compact !== null) {
    const [all, hour, minute, second] = compact;
    const time = [hour, minute, ...(second === undefined ? [] : [second])].join(":");
    return clockTime(`${time}${behind.slice(all.length)}`, { isIso });
  }
  if (lead !== null) {
    const pointed = /\p{L}/u.test(lead[0]);
    const time = clockTime(behind.slice(lead[0].length), { isIso, pointed });
    if (time !== undefined) return time;
  }
  const ahead = AHEAD.exec(text.slice(Math.max(0, start - 50), start));
  return ahead === null ? undefined : clockTime(ahead[0], { isIso: false });
}

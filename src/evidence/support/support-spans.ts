import { dayOf, monthOf } from "../meaning/calendar.ts";
import type { SaidText, Token } from "../meaning/said-text.ts";
import { isTimeMark } from "../meaning/time-mark.ts";
import type { SupportFault } from "./support-fault.ts";

/** From when to when something is so. */
interface Span {
  readonly first: string;
  readonly last: string;
  readonly text: string;
}

const DASH = /^\s?[-–—]\s?$/;
const TO = /^(?:to|through|thru|until|till|bis|au|à|a|al|hasta|até|tot|til)$/;
const BETWEEN = /^(?:between|zwischen|entre|tussen|mellan|mellem|mellom)$/;
const AND = /^(?:and|und|et|y|e|en|och|og)$/;

/**
 * Spans of weekdays, months and times of day that the passage has the other way round: "Friday to Monday" for
 * "Monday to Friday". Of two ends that it has, and not as a span, who understands both can tell.
 */
export function spanFaults(said: SaidText, known: SaidText): SupportFault[] {
  const there = spansIn(known);
  const ends = new Set(known.words.map(pointOf));
  return spansIn(said).flatMap(({ first, last, text }): SupportFault[] => {
    if (there.some((span) => span.first === first && span.last === last)) return [];
    const isTurned = there.some((span) => span.first === last && span.last === first);
    if (isTurned) return [{ kind: "order", text }];
    return ends.has(first) && ends.has(last) ? [{ kind: "words", text }] : [];
  });
}

function spansIn({ text, words }: SaidText): Span[] {
  return words.flatMap((token, at) => {
    const first = pointOf(token);
    if (first === undefined) return [];
    const [next, second] = [words[at + 1], words[at + 2]];
    const end = isDashed(text, token, next) ? next : isJoined(words, at) ? second : undefined;
    const last = end && pointOf(end);
    if (last === undefined || last === first || kindOf(last) !== kindOf(first)) return [];
    return [{ first, last, text: `${token.text}, ${end?.text ?? ""}` }];
  });
}

/** A weekday, a month or a time of day, with its kind; undefined for other words. */
function pointOf(token: Token): string | undefined {
  if (isTimeMark(token.key)) return `time ${token.key}`;
  const day = dayOf(token.key);
  if (day !== undefined) return `day ${day}`;
  const month = monthOf(token, undefined);
  return month === undefined ? undefined : `month ${month}`;
}

function kindOf(point: string): string {
  return point.slice(0, point.indexOf(" "));
}

function isDashed(text: string, { start, text: word }: Token, next: Token | undefined): boolean {
  return next !== undefined && DASH.test(text.slice(start + word.length, next.start));
}

function isJoined(words: readonly Token[], at: number): boolean {
  const joint = words[at + 1]?.key ?? "";
  return TO.test(joint) || (AND.test(joint) && BETWEEN.test(words[at - 1]?.key ?? ""));
}

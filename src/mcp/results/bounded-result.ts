import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Reading } from "../readings/reading.ts";
import { cursorOf, uriOf, type Place } from "./cursor.ts";
import { markPageText } from "./page-text.ts";

/** How a result is made. */
interface ResultBounds {
  /** Characters of the whole result, as JSON. */
  readonly maxChars: number;
  /** For the marks of this result alone. */
  readonly nonce: string;
}

/** Longest line of ours, in parts of the room: addresses and failures may be of any length. */
const LINE_PART = 20;
const LONGEST_LINE = 400;

/** Said where even the cursor would not fit. */
const TOO_LONG = "The rest did not fit: ask for less, or give a larger maxChars.";

/** A result's text is not cut within this part of its end, where a line or word ends there. */
const SOFT_END = 0.1;

/**
 * A result of at most `maxChars` characters of JSON. The text stands in `content` and in
 * `structuredContent`, since clients show a model either of them: each has half of the room. What is
 * left is behind a cursor and a link.
 */
export function boundedResult(
  reading: Reading,
  from: number,
  { maxChars, nonce }: ResultBounds,
): CallToolResult {
  const rest = reading.text.slice(from);
  const lineChars = Math.min(LONGEST_LINE, Math.floor(maxChars / LINE_PART));
  const part = { from, nonce, lineChars };
  const fits = (result: CallToolResult): boolean => JSON.stringify(result).length <= maxChars;
  const isLong = rest.length * 2 > maxChars;
  if (from === 0 && reading.data !== undefined && !isLong) {
    const whole = resultOf(reading, { ...part, length: rest.length, asData: true });
    if (fits(whole)) return whole;
  }
  const make = (length: number): CallToolResult =>
    resultOf(reading, { ...part, length, asData: false });
  const all = isLong ? undefined : make(rest.length);
  if (all !== undefined && fits(all)) return all;
  const most = longest(Math.min(rest.length, maxChars), (length) => fits(make(length)));
  return make(endOf(rest, most));
}

/** The largest number that fits, from 0; what fits for one fits for all below. */
function longest(most: number, fits: (length: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Where to cut: at the end of a line or word near the end, and never within a character. */
function endOf(text: string, most: number): number {
  if (most >= text.length) return text.length;
  const soft = Math.floor(most * (1 - SOFT_END));
  const tail = text.slice(soft, most);
  const at = Math.max(
    tail.lastIndexOf("\n"),
    tail.lastIndexOf("\n") < 0 ? tail.lastIndexOf(" ") : 0,
  );
  if (at > 0) return soft + at + 1;
  return /[\uD800-\uDBFF]$/.test(text.slice(0, most)) ? most - 1 : most;
}

/** A part of a reading. */
interface Part {
  readonly from: number;
  readonly length: number;
  readonly nonce: string;
  /** Of each line of ours. */
  readonly lineChars: number;
  /** Whether the value stands in place of the text in `structuredContent`. */
  readonly asData: boolean;
}

function resultOf(reading: Reading, part: Part): CallToolResult {
  const { status, data, failure } = reading;
  const [summary, source] = [line(reading.summary, part), line(reading.source, part)];
  const { ref, isCut, next } = restOf(reading, part);
  const slice = reading.text.slice(part.from, part.from + part.length).toWellFormed();
  const marked = slice === "" ? undefined : markPageText(slice, source, part.nonce);
  const cursor = next && cursorOf(next);
  const rest = cursor === undefined ? TOO_LONG : `The rest: call job with cursor ${cursor}`;
  const shown = [summary, failure && line(failure, part), marked, isCut ? rest : undefined];
  const structured = {
    ref,
    status,
    summary,
    source: source || undefined,
    ...(part.asData ? { data } : { text: marked }),
    next: cursor,
  };
  return {
    content: [
      { type: "text", text: shown.filter(Boolean).join("\n") },
      ...(next === undefined ? [] : [linkTo(next)]),
    ],
    structuredContent: withoutUndefined(structured),
    ...(failure !== undefined && { isError: true }),
  };
}

/** What a part leaves, and where that is read; nowhere where its name takes more room than a line. */
function restOf({ ref, text }: Reading, { from, length, lineChars }: Part) {
  const isCut = from + length < text.length;
  if (ref.length > lineChars) return { ref: undefined, isCut, next: undefined };
  return { ref, isCut, next: isCut ? { ref, from: from + length } : undefined };
}

function withoutUndefined(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function linkTo(next: Place) {
  const name = "The rest";
  return { type: "resource_link", uri: uriOf(next), name, mimeType: "text/markdown" } as const;
}

function line(text: string, { lineChars }: Part): string {
  const plain = text
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .toWellFormed();
  return plain.length <= lineChars ? plain : `${plain.slice(0, lineChars - 1).toWellFormed()}…`;
}

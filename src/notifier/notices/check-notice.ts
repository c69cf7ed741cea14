import type { Json } from "../../storage/index.ts";
import { NotifierError } from "../notifier-error.ts";
import type { Notice, NoticeLine, NoticeValue } from "./notice.ts";

const LONGEST_ID = 256;
const LONGEST_TITLE = 200;
const LONGEST_URL = 2048;
const LONGEST_TEXT = 500;
const LONGEST_SUMMARY = 2000;
const MOST_VALUES = 50;
const MOST_LINES = 200;

/** A notice within its bounds, as it is stored and told. */
export interface KeptNotice {
  readonly id: string;
  readonly owner: string;
  readonly about: string | null;
  readonly type: string;
  readonly title: string;
  readonly url: string | null;
  readonly at: number;
  readonly summary: string | null;
  readonly values: readonly NoticeValue[];
  readonly lines: readonly NoticeLine[];
  /** Values and lines that are not among them. */
  readonly more: number;
}

/**
 * Checks a notice, and cuts it to its bounds.
 * @throws NotifierError `INVALID_NOTICE`
 */
export function checkNotice(notice: Notice): KeptNotice {
  const { id, owner = "", about, type = "monitor.change", title, url, at } = notice ?? {};
  checkText("id", id, 1);
  checkText("owner", owner, 0);
  checkText("about", about ?? "none", 1);
  checkText("type", type, 1);
  if (typeof title !== "string") throw invalid("title", "a string");
  if (!Number.isSafeInteger(at) || at < 0) throw invalid("at", "milliseconds since 1970");
  const named = { id, owner, about: about ?? null, type, title: oneLine(title, LONGEST_TITLE) };
  return { ...named, url: linkOf(url), at, ...checkContent(notice) };
}

function checkContent({
  summary = "",
  values = [],
  lines = [],
}: Notice): Pick<KeptNotice, "summary" | "values" | "lines" | "more"> {
  if (typeof summary !== "string") throw invalid("summary", "a string");
  return {
    summary: summary === "" ? null : paragraph(summary),
    values: checkValues(values).slice(0, MOST_VALUES).map(shortValue),
    lines: checkLines(lines).slice(0, MOST_LINES).map(shortLine),
    more: Math.max(0, values.length - MOST_VALUES) + Math.max(0, lines.length - MOST_LINES),
  };
}

/** The same as a row has it. */
export function noticeJson(notice: KeptNotice): Json {
  const values = notice.values.map((value) => ({ ...value }));
  return { ...notice, values, lines: notice.lines.map((line) => ({ ...line })) };
}

/** As it was stored. */
export function storedNotice(json: Json): KeptNotice {
  return json as unknown as KeptNotice;
}

function checkText(field: string, value: unknown, least: number): void {
  const fits = typeof value === "string" && value.length >= least && value.length <= LONGEST_ID;
  if (!fits) throw invalid(field, `a string of ${least} to ${LONGEST_ID} characters`);
}

/** An address that a reader may follow: nothing but http and https, at most as long as a URL of a page. */
function linkOf(url: unknown): string | null {
  if (url === undefined) return null;
  const parsed = typeof url === "string" ? URL.parse(url) : null;
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    throw invalid("url", "an http or https URL");
  }
  return parsed.href.length <= LONGEST_URL ? parsed.href : null;
}

function checkValues(values: unknown): readonly NoticeValue[] {
  const isSide = (side: unknown): boolean => side === null || typeof side === "string";
  const fits =
    Array.isArray(values) &&
    values.every(
      (one: Partial<NoticeValue> | null) =>
        typeof one?.name === "string" && isSide(one.before) && isSide(one.after),
    );
  if (!fits) throw invalid("values", "a list of { name, before, after } with texts or null");
  return values as readonly NoticeValue[];
}

const KINDS: ReadonlySet<unknown> = new Set(["added", "removed", "changed"]);

function checkLines(lines: unknown): readonly NoticeLine[] {
  const fits =
    Array.isArray(lines) &&
    lines.every(
      (one: Partial<NoticeLine> | null) => typeof one?.text === "string" && KINDS.has(one.kind),
    );
  if (!fits) throw invalid("lines", "a list of { kind, text }");
  return lines as readonly NoticeLine[];
}

function shortValue({ name, before, after }: NoticeValue): NoticeValue {
  const side = (text: string | null): string | null =>
    text === null ? null : oneLine(text, LONGEST_TEXT);
  return { name: oneLine(name, LONGEST_TITLE), before: side(before), after: side(after) };
}

function shortLine({ kind, text }: NoticeLine): NoticeLine {
  return { kind, text: oneLine(text, LONGEST_TEXT) };
}

/**
 * What would end a line or a header, or turn around what stands behind it, becomes a space; what is
 * longer is cut with a mark.
 */
function oneLine(text: string, most: number): string {
  const line = text
    .slice(0, most * 4)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu, " ")
    .trim();
  return cut(line, most);
}

/** Its own line ends stay. */
function paragraph(text: string): string {
  const lines = text.slice(0, LONGEST_SUMMARY).split("\n");
  return lines.map((line) => oneLine(line, LONGEST_SUMMARY)).join("\n");
}

function cut(text: string, most: number): string {
  return text.length <= most ? text.toWellFormed() : `${text.slice(0, most - 1).toWellFormed()}…`;
}

function invalid(field: string, expected: string): NotifierError {
  return new NotifierError("INVALID_NOTICE", {
    message: `The field '${field}' of a notice must be ${expected}.`,
    details: { field },
  });
}

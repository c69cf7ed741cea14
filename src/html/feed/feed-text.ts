import { httpUrl } from "../address/base-url.ts";
import { toCleanHtml } from "../view/clean-html.ts";
import { escapeText } from "../scan/escape.ts";
import { parse } from "../tree/parse.ts";
import { readDate } from "../facts/read-date.ts";
import { readTimestamp } from "../facts/read-timestamp.ts";
import { toText } from "../view/text.ts";
import { wholePage } from "../view/whole-page.ts";

const LONGEST_LINE = 2000;
const LONGEST_TEXT = 20_000;

/** HTML as one line of plain text; text without markup stays as it is. */
export function plainLine(html: string): string {
  return plainText(html).replace(/\s+/g, " ").trim().slice(0, LONGEST_LINE);
}

/** HTML as plain text. */
export function plainText(html: string): string {
  const text = /[<&]/.test(html) ? toText(wholePage(parse(html))) : html;
  return text.trim().slice(0, LONGEST_TEXT);
}

/** HTML without scripts and styles, with absolute URLs. */
export function cleanHtml(html: string, base: string): string {
  return toCleanHtml(wholePage(parse(html), { url: base }));
}

/** The absolute http or https URL of a reference; undefined when it is anything else. */
export function absolute(reference: string | undefined, base: string): string | undefined {
  if (reference === undefined || reference.trim() === "") return undefined;
  return httpUrl(reference.trim(), base);
}

/** Plain text as HTML: a paragraph for each run of lines, its line ends kept. */
export function textAsHtml(text: string): string {
  const paragraphs = text.trim().split(/\n[^\S\n]*\n\s*/);
  return paragraphs.length > 1 || text.includes("\n")
    ? paragraphs.map((each) => `<p>${escapeText(each).replaceAll("\n", "<br>")}</p>`).join("")
    : escapeText(text);
}

/** A feed's time in ISO 8601, UTC; undefined when it is none. A day without a time is its beginning. */
export function feedTime(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const time = readTimestamp(text);
  if (time !== undefined) return time;
  const written = readDate(text)?.value;
  if (written === undefined) return undefined;
  const hasZone = !written.includes("T") || /(?:Z|[+-]\d\d:\d\d)$/.test(written);
  return new Date(hasZone ? written : `${written}Z`).toISOString();
}

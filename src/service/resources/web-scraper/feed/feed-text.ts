import { parse, toCleanHtml, toText, wholePage } from "../../../../html/index.ts";
import { sitemapDate } from "../../../../mapper/index.ts";

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
  const url = URL.parse(reference.trim(), base);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** A feed's time in ISO 8601, UTC; undefined when it is none. A day without a time is its beginning. */
export function feedTime(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  return sitemapDate(text) ?? sitemapDate(`${text.trim()} 00:00 GMT`);
}

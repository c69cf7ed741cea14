import { checkArgument, canonicalUrl } from "../../core/index.ts";
import { parse, readDate, toText, wholePage } from "../../html/index.ts";
import type { SearchResult } from "../provider.ts";

/** A result as its vendor wrote it. */
export interface VendorRow {
  readonly url: unknown;
  readonly title: unknown;
  readonly snippet: unknown;
  readonly date?: unknown;
  readonly lastUpdated?: unknown;
}

/** What rows came to. */
export interface ReadRows {
  readonly results: readonly SearchResult[];
  /** Rows that have no http or https address. */
  readonly withoutAddress: number;
}

/** What rows are read with. */
export interface RowScope {
  /** Milliseconds since 1970 that `3 days ago` counts back from. */
  readonly now: number;
  /** Removes what must not be told. */
  readonly mask: (text: string) => string;
}

/** Rows of a page that are read: no vendor gives more. */
const MOST_ROWS = 200;
/** Characters of a title and of a snippet. */
const LONGEST_TITLE = 300;
const LONGEST_SNIPPET = 2_000;

/**
 * Results of a vendor's rows: addresses canonical and none twice, texts plain, dates `YYYY-MM-DD`.
 * A row without an http or https address is left out and counted. An adapter of your own reads what its
 * server answers with it: `examples/69-search-adapter.ts`.
 */
export function readRows(rows: readonly VendorRow[], scope: RowScope): ReadRows {
  checkArgument("rows of readRows(rows, scope)", rows, "array");
  checkArgument("scope of readRows(rows, scope)", scope, "object");
  const results = new Map<string, SearchResult>();
  let withoutAddress = 0;
  for (const row of rows.slice(0, MOST_ROWS)) {
    const url = addressOf(row.url, scope);
    if (url === undefined) withoutAddress += 1;
    else if (!results.has(url)) results.set(url, readRow(url, row, scope));
  }
  return { results: [...results.values()], withoutAddress };
}

function addressOf(given: unknown, { mask }: RowScope): string | undefined {
  if (typeof given !== "string" || given.length > LONGEST_URL) return undefined;
  const url = URL.parse(given.trim());
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return undefined;
  const canonical = canonicalUrl(url);
  const isTold = mask(canonical) === canonical && url.username === "" && url.password === "";
  return isTold ? canonical : undefined;
}

/** Characters of an address. */
const LONGEST_URL = 8_000;

function readRow(url: string, row: VendorRow, scope: RowScope): SearchResult {
  const date = dayOf(row.date, scope);
  const lastUpdated = dayOf(row.lastUpdated, scope);
  return {
    url,
    title: cut(scope.mask(plainText(row.title)), LONGEST_TITLE),
    snippet: cut(scope.mask(plainText(row.snippet)), LONGEST_SNIPPET),
    ...(date !== undefined && { date }),
    ...(lastUpdated !== undefined && { lastUpdated }),
  };
}

/** What vendors mark hits and breaks with; other tags in a text are what the page is about. */
const MARKS = /<\/?(?:strong|b|em|i|u|mark|span|br|p|wbr)(?:\s[^<>]{0,200})?\/?>/gi;

/** Characters of a text that are read. */
const LONGEST_TEXT = 20_000;

/**
 * A vendor's text without the tags of highlights, entities decoded, on one line. Empty for what is
 * no text.
 */
export function plainText(given: unknown): string {
  if (typeof given !== "string") return "";
  const text = given
    .slice(0, LONGEST_TEXT)
    .replace(MARKS, (mark) => (/^<(?:br|\/?p)\b/i.test(mark) ? " " : ""));
  return folded(text.includes("&") ? decoded(text) : text).toWellFormed();
}

function folded(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\s\u0000-\u001f\u007f\u200b\u2028\u2029\ufeff]+/g, " ").trim();
}

/** Entities decoded by the parser of pages; `<` stays what it is. */
function decoded(text: string): string {
  return toText(wholePage(parse(`<p>${text.replaceAll("<", "&lt;")}</p>`)));
}

function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const head = text.slice(0, longest - 1);
  const space = head.lastIndexOf(" ");
  return `${head.slice(0, space > longest / 2 ? space : undefined).toWellFormed()}…`;
}

/** Days back that a counted date is exact for: `3 days ago` is a day, `2 weeks ago` is not. */
const COUNTED_DAYS = 6;

/** A day that is certain: neither counted in weeks nor `03/05/2024`, of which day nobody knows. */
function dayOf(given: unknown, { now }: RowScope): string | undefined {
  if (typeof given !== "string") return undefined;
  const read = readDate(given.slice(0, 100), { now });
  if (read === undefined || read.ambiguous || read.value.length < 10) return undefined;
  const day = read.value.slice(0, 10);
  const age = now - Date.parse(day);
  return read.derived && age > (COUNTED_DAYS + 1) * 86_400_000 ? undefined : day;
}

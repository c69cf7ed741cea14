import { parseJson } from "../../core/index.ts";
import { readFeed } from "../../html/index.ts";
import { isObject } from "../schema/value-schema.ts";
import type { Thing } from "./things.ts";

/** What a document of data holds: things, and lists of them, the outermost first. */
export interface StructuredDocument {
  readonly things: readonly Thing[];
  readonly lists: readonly (readonly Thing[])[];
}

/** Objects and lists of a document that are looked at, entries of a feed, rows of a table. */
const MOST = 2000;
const MOST_ENTRIES = 10_000;

/**
 * What a JSON document, a feed (RSS, Atom, JSON Feed) or a table in text (CSV, RFC 4180; by semicolons
 * or tabs too) holds; undefined for a text that is none of these. Integers beyond 2^53 are texts.
 * @param url of the document, which relative addresses of a feed go by
 * @throws HtmlError `INPUT_TOO_LARGE` for a feed above 64 Mi characters; `UNSUPPORTED_MACHINE`
 * @example readStructuredDocument("name,price\nLamp,19.90", url)?.lists[0]
 */
export function readStructuredDocument(text: string, url: string): StructuredDocument | undefined {
  const value = readEntries(text, url) ?? readJson(text) ?? readRows(text);
  return value === undefined ? undefined : partsOf(value);
}

function readJson(text: string): unknown {
  if (!/^[\s\uFEFF]*[[{]/.test(text)) return undefined;
  try {
    return parseJson(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}

function readEntries(text: string, url: string): Thing | undefined {
  const feed = readFeed(text, { url, limit: MOST_ENTRIES });
  return feed && { ...feed, entries: feed.entries.map((entry) => ({ ...entry })) };
}

/** What stands between cells. */
const MARKS = [",", ";", "\t"];

/** Characters of a heading. */
const LONGEST_HEAD = 80;

/** The rows of a table in text by the names of its first line; undefined for other texts. */
function readRows(text: string): Thing[] | undefined {
  const [first = ""] = text.slice(0, 4096).split(/\r?\n/, 1);
  const marks = MARKS.filter((mark) => first.includes(mark));
  const [mark] = marks.toSorted((a, b) => first.split(b).length - first.split(a).length);
  if (mark === undefined || /^[\s\uFEFF]*[<{[]/.test(first)) return undefined;
  const [head = [], ...rows] = cellsOf(text.replace(/^\uFEFF/, ""), mark);
  const isHead =
    new Set(head).size === head.length &&
    head.every((name) => name !== "" && name.length <= LONGEST_HEAD && /\p{L}/u.test(name));
  const isTable = rows.length > 0 && rows.every((row) => row.length === head.length);
  if (!isHead || !isTable) return undefined;
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ""])));
}

/** A cell with what ends it: in quotes, where doubled ones stand for one, or bare. */
const CELL = /(?:"([^"]*(?:""[^"]*)*)"|((?!")[^\r\n]*?))(\r?\n|$|MARK)/y;

function cellsOf(text: string, mark: string): string[][] {
  const form = new RegExp(CELL.source.replace("MARK", mark), "y");
  const rows: string[][] = [];
  let row: string[] = [];
  while (form.lastIndex < text.length && rows.length <= MOST_ENTRIES) {
    const found = form.exec(text);
    if (found === null) return [];
    row.push((found[1]?.replaceAll('""', '"') ?? found[2] ?? "").trim());
    const isOpen = found[3] === mark;
    if (isOpen && form.lastIndex === text.length) row.push("");
    else if (isOpen) continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** The objects and lists of objects of a value, the outermost first. */
function partsOf(value: unknown): StructuredDocument {
  const things: Thing[] = [];
  const lists: (readonly Thing[])[] = [];
  const waiting: unknown[] = [value];
  for (let at = 0; at < waiting.length && at < MOST; at++) {
    const part = waiting[at];
    if (Array.isArray(part)) {
      const items = part.filter(isObject);
      if (items.length > 0) lists.push(items);
      waiting.push(...insideOf(part));
    } else if (isObject(part)) {
      things.push(part);
      waiting.push(...insideOf(Object.values(part)));
    }
  }
  return { things, lists };
}

function insideOf(values: readonly unknown[]): unknown[] {
  return values.slice(0, MOST).filter((each) => typeof each === "object" && each !== null);
}

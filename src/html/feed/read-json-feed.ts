import { parseJson } from "../../core/index.ts";
import { absolute, cleanHtml, feedTime, textAsHtml } from "./feed-text.ts";
import { stated, type Feed, type FeedEnclosure, type FeedEntry, type FeedOptions } from "./feed.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/** Authors, tags or files of one entry. */
const MOST_VALUES = 100;

/** Reads a JSON Feed 1.0 or 1.1; undefined when the text is none. */
export function readJsonFeed(text: string, { url, limit }: FeedOptions): Feed | undefined {
  const feed = parsed(text);
  const version = textIn(feed, "version") ?? "";
  if (!/^https?:\/\/jsonfeed\.org\/version\//.test(version)) return undefined;
  const items = objectsIn(feed, "items");
  const facts = stated({
    title: line(textIn(feed, "title")),
    description: textIn(feed, "description"),
    siteUrl: absolute(textIn(feed, "home_page_url"), url),
    language: textIn(feed, "language"),
    image: absolute(textIn(feed, "icon") ?? textIn(feed, "favicon"), url),
  });
  const authors = authorsOf(feed);
  const entries = items.slice(0, limit).map((item) => {
    const entry = entryOf(item, url);
    return entry.authors.length === 0 ? { ...entry, authors } : entry;
  });
  return { kind: "json", ...facts, entries, truncated: items.length > limit };
}

function entryOf(item: JsonObject, base: string): FeedEntry {
  const url = absolute(textIn(item, "url") ?? textIn(item, "external_url"), base);
  const html = textIn(item, "content_html");
  const text = textIn(item, "content_text");
  const id = item["id"];
  const facts = stated({
    id: typeof id === "number" ? String(id) : textIn(item, "id"),
    title: line(textIn(item, "title")),
    url,
    published: feedTime(textIn(item, "date_published")),
    updated: feedTime(textIn(item, "date_modified")),
    summary: textIn(item, "summary")?.trim(),
    content: cleanHtml(html ?? textAsHtml(text ?? ""), url ?? base),
  });
  const tags = listIn(item, "tags").filter((tag) => typeof tag === "string");
  const enclosures = objectsIn(item, "attachments").flatMap((each) => enclosureOf(each, base));
  return {
    ...facts,
    authors: authorsOf(item),
    categories: tags.slice(0, MOST_VALUES),
    enclosures: enclosures.slice(0, MOST_VALUES),
  };
}

/** Version 1.0 has one author, 1.1 a list. */
function authorsOf(object: JsonObject): string[] {
  const single = object["author"];
  const names = [...objectsIn(object, "authors"), ...(isObject(single) ? [single] : [])]
    .map((author) => textIn(author, "name") ?? "")
    .filter((name) => name !== "");
  return [...new Set(names)].slice(0, MOST_VALUES);
}

/** Titles are plain text, of one line. */
function line(text: string | undefined): string | undefined {
  return text?.replaceAll(/\s+/g, " ").trim().slice(0, 2000);
}

function enclosureOf(attachment: JsonObject, base: string): FeedEnclosure[] {
  const url = absolute(textIn(attachment, "url"), base);
  if (url === undefined) return [];
  const bytes = attachment["size_in_bytes"];
  const size = Number.isSafeInteger(bytes) && Number(bytes) > 0 ? Number(bytes) : undefined;
  return [{ url, ...stated({ type: textIn(attachment, "mime_type"), size }) }];
}

function parsed(text: string): JsonObject {
  try {
    const value = parseJson(text.replace(/^\uFEFF/, ""));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textIn(object: JsonObject, name: string): string | undefined {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return typeof value === "string" ? value : undefined;
}

function listIn(object: JsonObject, name: string): readonly unknown[] {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return Array.isArray(value) ? value : [];
}

function objectsIn(object: JsonObject, name: string): JsonObject[] {
  return listIn(object, name).filter((value) => isObject(value));
}

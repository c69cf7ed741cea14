import { checkArgument } from "../../core/index.ts";
import type { Feed, FeedOptions } from "./feed.ts";
import { readJsonFeed } from "./read-json-feed.ts";
import { readXmlFeed } from "./read-xml-feed.ts";

/**
 * Reads a feed: RSS 0.9x, 1.0 and 2.0, Atom (RFC 4287), JSON Feed 1.0 and 1.1; undefined when the
 * text is none. It never fails on what a feed holds: of a broken one it gives what can be read.
 * @throws HtmlError `INPUT_TOO_LARGE` above 64 Mi characters; `UNSUPPORTED_MACHINE`
 * @example readFeed(text, { url: "https://site.example/feed", limit: 100 })?.entries[0]?.title
 */
export function readFeed(text: string, options: FeedOptions): Feed | undefined {
  if (/^[\s\uFEFF]*\{/.test(text)) return readJsonFeed(text, options);
  return looksLikeFeed(text) ? readXmlFeed(text, options) : undefined;
}

/**
 * Whether markup is a feed: its root comes early, before anything of a page. Servers often state a
 * wrong type. Comments, instructions and doctypes do not count (mimesniff, 7.2).
 * @example
 * ```ts
 * import { looksLikeFeed } from "dragline/html";
 *
 * console.log(looksLikeFeed("<rss version='2.0'><channel></channel></rss>")); // true
 * ```
 */
export function looksLikeFeed(text: string): boolean {
  checkArgument("text of a feed", text, "string");
  const start = text.slice(0, 65_536).replaceAll(/<!--.*?-->|<\?.*?\?>|<!doctype[^>]*>/gis, "");
  const [, name = ""] = /<([a-z][\w:-]*)[\s/>]/i.exec(start) ?? [];
  return /^(?:[\w-]+:)?(?:rss|rdf|feed|channel|item|entry)$/i.test(name);
}

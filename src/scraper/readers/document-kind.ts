import { looksLikeFeed } from "../../html/index.ts";
import type { DocumentKind } from "../scrape-result.ts";

const FEED = /^application\/(?:(?:rss|atom|rdf)\+xml|feed\+json)$/;
const XML = /^(?:application|text)\/xml$|\+xml$/;
const JSON_TYPE = /^(?:application|text)\/json$|\+json$/;
const MARKDOWN = /^text\/(?:x-)?markdown$/;
const HTML = /^(?:text\/html|application\/xhtml\+xml)$/;
const TEXT =
  /^(?:text\/.+|application\/(?:javascript|ecmascript|yaml|x-yaml|toml|x-sh|sql|x-ndjson|jsonl))$/;

const rows: readonly (readonly [RegExp, DocumentKind])[] = [
  [HTML, "html"],
  [FEED, "feed"],
  [/^image\/svg\+xml$/, "image"],
  [JSON_TYPE, "json"],
  [XML, "xml"],
  [MARKDOWN, "markdown"],
  [/^application\/pdf$/, "pdf"],
  [/^image\//, "image"],
  [TEXT, "text"],
];

/**
 * The kind of document behind a media type; undefined when nothing readable can be made of it.
 * @param mediaType essence, lower case, e.g. `text/html`
 * @param start the first characters of the text, which tell a feed from other XML and JSON, and from
 *   the page that its server says it is (mimesniff, 7.2)
 */
export function documentKind(mediaType: string, start: string): DocumentKind | undefined {
  const kind = rows.find(([pattern]) => pattern.test(mediaType))?.[1];
  if ((kind === "xml" || kind === "html" || kind === "text") && looksLikeFeed(start)) return "feed";
  if (kind === "xml" && /<html[\s>]/i.test(start)) return "html";
  if (kind === "json" && JSON_FEED.test(start)) return "feed";
  return kind;
}

const JSON_FEED = /^\s*\{[^{}]*"version"\s*:\s*"https?:\\?\/\\?\/jsonfeed\.org\\?\/version/;

import type { DocumentKind } from "./scrape-result.ts";

const FEED = /^application\/(?:rss|atom|rdf)\+xml$/;
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
 * @param start the first characters of the text, which tell a feed from other XML
 */
export function documentKind(mediaType: string, start: string): DocumentKind | undefined {
  const kind = rows.find(([pattern]) => pattern.test(mediaType))?.[1];
  if (kind === "xml" && looksLikeFeed(start)) return "feed";
  if (kind === "xml" && /<html[\s>]/i.test(start)) return "html";
  return kind;
}

function looksLikeFeed(start: string): boolean {
  return /<(?:rss|rdf:RDF|(?:\w+:)?feed)[\s>]/.test(start.slice(0, 2000));
}

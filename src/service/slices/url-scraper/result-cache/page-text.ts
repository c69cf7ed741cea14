import { cachedPageSchema, type CachedPage } from "./schema.ts";

/** Characters of the JSON of a page that is kept; a cache in memory has room for a few dozen such. */
const MOST_CHARACTERS = 2_000_000;

/**
 * A page as a cache keeps it, which is text: JSON without what the HTML can give again, on one line,
 * and behind it the HTML as it is, which is most of it. Undefined where it is too large all the same.
 */
export function writePage(page: CachedPage): string | undefined {
  if (page.kind !== "html") return textOf(page);
  const { html, summary } = page.outputs;
  return textOf({ ...page, outputs: { html, summary } });
}

/** A page that a cache has kept; undefined for what is none. */
export function readPage(kept: unknown): CachedPage | undefined {
  if (typeof kept !== "string") return undefined;
  const end = kept.indexOf("\n");
  const page = cachedPageSchema.safeParse(JSON.parse(end === -1 ? kept : kept.slice(0, end))).data;
  if (page === undefined || end === -1) return page;
  return { ...page, outputs: { ...page.outputs, html: kept.slice(end + 1) } };
}

function textOf(page: CachedPage): string | undefined {
  const { outputs } = page;
  const texts = [outputs.html, outputs.cleanedHtml, outputs.markdown, outputs.summary];
  const length = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
  // What is far too long need not be written out to be known for it.
  if (length > MOST_CHARACTERS) return undefined;
  const { html, ...others } = outputs;
  const head = JSON.stringify({ ...page, outputs: others });
  const text = html === undefined ? head : `${head}\n${html}`;
  return text.length > MOST_CHARACTERS ? undefined : text;
}

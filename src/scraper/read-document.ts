import type { FetchedPage } from "../fetcher/index.ts";
import { readFeed } from "./read-feed.ts";
import { readImage } from "./read-image.ts";
import { readJson } from "./read-json.ts";
import { readPdf } from "./read-pdf.ts";
import { readText } from "./read-text.ts";
import type { DocumentKind, ScrapeWarning } from "./scrape-result.ts";

/**
 * A document as HTML, whatever it was, so that every format comes from the one pipeline. What only
 * the original knows rides along.
 */
export interface ReadDocument {
  /** The document as HTML; for HTML itself, the source. */
  readonly html: string;
  /** Markdown that needs no conversion, because the document is text already. */
  readonly markdown?: string;
  readonly warnings?: readonly ScrapeWarning[];
}

/** Reads one kind of document; stops when the signal aborts. */
export type DocumentReader = (
  page: FetchedPage,
  signal: AbortSignal,
) => ReadDocument | Promise<ReadDocument>;

/** How each kind of document is read. */
export const documentReaders: Readonly<Record<DocumentKind, DocumentReader>> = Object.freeze({
  html: (page) => ({ html: page.text }),
  feed: readFeed,
  xml: (page) => readText(page.text, "xml"),
  json: (page) => readJson(page.text),
  markdown: (page) => ({ ...readText(page.text), markdown: page.text }),
  text: (page) => ({ ...readText(page.text), markdown: page.text }),
  pdf: readPdf,
  image: readImage,
});

import type { AcquiredPage } from "../run/acquired-page.ts";
import type { ScrapeWarning } from "../scrape-result.ts";

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
  page: AcquiredPage,
  signal: AbortSignal,
) => ReadDocument | Promise<ReadDocument>;

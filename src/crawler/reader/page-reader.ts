import type { Metadata } from "../../html/index.ts";
import type { LinkRefusal } from "../../mapper/index.ts";

/** What can be made of a crawled page. */
export type CrawlFormat = "markdown" | "html" | "text" | "links" | "metadata";

/** Every format of a crawled page. */
export const crawlFormats = Object.freeze([
  "markdown",
  "html",
  "text",
  "links",
  "metadata",
] as const satisfies readonly CrawlFormat[]);

/** A page to read. */
export interface PageToRead {
  /** The address that its relative links go by. */
  readonly url: string;
  /** The page, decoded. */
  readonly text: string;
  /**
   * The same in UTF-8, where that is at hand: a thread then gets a copy of it, and `text` is not
   * asked for.
   */
  readonly utf8?: Uint8Array | undefined;
  /** Whether the page's headers ask not to follow it. */
  readonly nofollow?: boolean | undefined;
  /** The absolute URL to which a header sends the page's reader after some time. */
  readonly refresh?: string | undefined;
}

/** What a page gives. */
export interface PageReading {
  /** Canonical URLs to follow, each once, in the order of the page. */
  readonly follow: readonly string[];
  /** Links that are not followed, each URL counted once. */
  readonly refused: { readonly [R in LinkRefusal]?: number };
  /** Whether links were left out, beyond 1,000,000 or 67,108,864 characters. */
  readonly linksTruncated: boolean;
  /** The canonical form of the URL that the page names as its own (`link rel=canonical`). */
  readonly canonical: string | undefined;
  /** By header or `meta`: whether the page asks not to be followed; its links are then refused, unless `followNofollow`. */
  readonly nofollow: boolean;
  /** Of the `title` element, white space folded; at most 1,000 characters. */
  readonly title: string | undefined;
  /** Sixteen hexadecimal digits of a simhash of the text; present when it was asked for. */
  readonly fingerprint: string | undefined;
  readonly outputs: CrawlOutputs;
}

/** What was made of a page, by format; only what was asked for is there. */
export interface CrawlOutputs {
  readonly markdown?: string;
  /** The whole page, decoded. */
  readonly html?: string;
  readonly text?: string;
  /** Absolute URLs as the page has them, with fragments, each once; other sites' too. */
  readonly links?: readonly string[];
  readonly metadata?: Metadata;
}

/** What is wanted of every page; plain data. */
export interface ReadOptions {
  readonly formats: readonly CrawlFormat[];
  /** Whether markdown and text are of the main content alone. */
  readonly main: boolean;
  readonly fingerprint: boolean;
  /** The product token by which pages may address the crawler; none when absent. */
  readonly agent?: string | undefined;
}

/** Reads pages: in the caller's thread or on worker threads. */
export interface PageReader extends AsyncDisposable {
  /**
   * @throws CrawlError `READ_TIMEOUT`, `READER_LOST`, `CRAWLER_CLOSED` when it is disposed; HtmlError
   *   `INPUT_TOO_LARGE`; the signal's reason
   */
  read(page: PageToRead, signal: AbortSignal): Promise<PageReading>;
}

import type { CrawlFormat, CrawlOutputs } from "./reader/page-reader.ts";

/** What every page of a crawl has. */
interface PageFacts {
  /** The canonical URL under which it was fetched. */
  readonly url: string;
  /** Link steps from the seed. */
  readonly depth: number;
  /** The page, or redirect, that first named it; undefined for the seed. */
  readonly from: string | undefined;
  /** The answer's status; undefined when there was none. */
  readonly statusCode: number | undefined;
  /** Attempts that it took, retries included. */
  readonly attempts: number;
  /** Milliseconds for the last attempt, reading included. */
  readonly durationMs: number;
}

/** A page that was fetched. */
export interface CompletedPage extends PageFacts, CrawlOutputs {
  readonly status: "completed";
  readonly statusCode: number;
  readonly title: string | undefined;
  /** The media type of the body. */
  readonly mediaType: string;
  /** Whether the body was cut at the fetcher's limit. */
  readonly truncated: boolean;
}

/** A page that could not be loaded. */
export interface FailedPage extends PageFacts {
  readonly status: "failed";
  /** The code of the error, or `HTTP_STATUS` for an answer from 400. */
  readonly code: string;
  /** What went wrong, in a sentence. */
  readonly error: string;
}

/**
 * A completed page in the formats of a crawl: those that are written down in the call are there,
 * others are not; where the call's type does not tell, each may be.
 */
export type CompletedPageIn<Formats extends readonly CrawlFormat[]> =
  number extends Formats["length"]
    ? CompletedPage
    : Omit<CompletedPage, CrawlFormat> & Required<Pick<CrawlOutputs, Formats[number]>>;

/** A page of a crawl. */
export type CrawlPage<Formats extends readonly CrawlFormat[] = readonly CrawlFormat[]> =
  | CompletedPageIn<Formats>
  | FailedPage;

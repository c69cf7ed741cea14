// Written by `npm run client` from the service's description.
import type { CallOptions } from "../call-options.ts";
import type { JobSubmitted, ValueEvidence } from "./url-scraper.ts";

/** What `createCrawl` takes. */
export interface CrawlRequest {
  /**
   * A valid HTTP/HTTPS URL.
   * At most 2048 characters.
   */
  readonly url: string;
  /**
   * From 1 to 1000.
   * When absent: 10.
   */
  readonly maxPages?: number | null | undefined;
  /**
   * From 0 to 5.
   * When absent: 1.
   */
  readonly depth?: number | null | undefined;
  /**
   * At most 100.
   * When absent: [].
   */
  readonly includePatterns?: readonly string[] | null | undefined;
  /**
   * At most 100.
   * When absent: [].
   */
  readonly excludePatterns?: readonly string[] | null | undefined;
  /**
   * Proxy country code; the default exit is used where the country has no proxy.
   * When absent: "us".
   */
  readonly country?: string | undefined;
  /** When absent: false. */
  readonly useBrowser?: boolean | null | undefined;
  /** JSON Schema of the JSON to extract from each page, at most 50 KB. Each page with extracted JSON costs the price of JSON extraction. */
  readonly outputSchema?: Readonly<Record<string, unknown>> | null | undefined;
  /** Id of a saved browser session. */
  readonly sessionId?: string | null | undefined;
  /** Name of a saved browser session. */
  readonly sessionName?: string | null | undefined;
  /**
   * Receives the signed event when the job is settled.
   * At most 2048 characters.
   */
  readonly webhook_url?: string | null | undefined;
}

/** What `getCrawl` gives. */
export interface CrawlJob {
  readonly id: string;
  readonly status: "pending" | "processing" | "completed" | "failed";
  readonly jobType: string;
  /** Why it failed; null unless failed. */
  readonly error: string | null;
  readonly createdAt: string;
  readonly completedAt?: string | undefined;
  /** Milliseconds of processing. */
  readonly durationMs?: number | undefined;
  readonly creditsUsed?: number | undefined;
  readonly url: string;
  readonly country: string;
  /** Pages attempted so far. */
  readonly totalPages: number;
  /** Pages fetched so far. */
  readonly completedPages: number;
  /** The pages in the order of fetching, once the job is completed. */
  readonly results?: readonly CrawlPage[] | undefined;
  /** The same list as `results`. */
  readonly pages?: readonly CrawlPage[] | undefined;
}

/** What `getCrawlPage` gives. */
export interface CrawlPage {
  readonly url: string;
  readonly status: "completed" | "failed";
  readonly durationMs: number;
  readonly html?: string | undefined;
  readonly markdown?: string | undefined;
  readonly generatedJson?:
    | {
        readonly status: "success" | "failed";
        readonly data: Readonly<Record<string, unknown>> | null;
        /** Dotted paths of properties without a value, when the extraction succeeded nevertheless. */
        readonly missing?: readonly string[] | undefined;
        /** Where each value comes from, by its dotted path with indices (`offers[0].price`), when `evidence` was asked for. */
        readonly evidence?: Readonly<Record<string, ValueEvidence>> | undefined;
        readonly error?: string | undefined;
      }
    | undefined;
  readonly error?: string | undefined;
}

/** What `listCrawlPages` gives. */
export interface CrawlPages {
  readonly pages: readonly {
    /** In the order of fetching, from 0. */
    readonly place: number;
    readonly url: string;
    readonly status: "completed" | "failed";
    readonly durationMs: number;
    readonly error?: string | undefined;
  }[];
  /** `after` of the next part; null at the end of what is stored. */
  readonly next: number | null;
}

/** Calls of the family "Crawl". */
export interface CrawlCalls {
  /** Crawl the pages of a site: `POST /crawl`. */
  createCrawl(input: CrawlRequest, call?: CallOptions): Promise<JobSubmitted>;
  /** Show a crawl job: `GET /crawl/{id}`. */
  getCrawl(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<CrawlJob>;
  /** List the pages of a crawl without their content, also while it runs: `GET /crawl/{id}/pages`. */
  listCrawlPages(
    input: {
      readonly id: string;
      /**
       * The `place` of the last page of the part before.
       * From 0 to 1000000.
       */
      readonly after?: number | undefined;
      /**
       * From 1 to 200.
       * When absent: 100.
       */
      readonly limit?: number | undefined;
    },
    call?: CallOptions,
  ): Promise<CrawlPages>;
  /** Show a page of a crawl with its content: `GET /crawl/{id}/pages/{place}`. */
  getCrawlPage(
    input: {
      readonly id: string;
      readonly place: string;
    },
    call?: CallOptions,
  ): Promise<CrawlPage>;
}

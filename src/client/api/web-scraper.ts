// Written by `npm run client` from the service's description.
import type { CallOptions } from "../call-options.ts";
import type { JobSubmitted } from "./url-scraper.ts";

/** What `createWebScraper` takes. */
export interface WebScraperRequest {
  /**
   * A valid HTTP/HTTPS URL.
   * At most 2048 characters.
   */
  readonly url: string;
  readonly scraper_code: string;
  readonly scraper_scope: "GLOBAL" | "PRIVATE";
  /** Parameters in the form that the scraper expects. */
  readonly scraper_params: Readonly<Record<string, unknown>>;
  /** When absent: "scrape_data". */
  readonly action_type?: string | null | undefined;
  /**
   * Receives the signed event when the job is settled.
   * At most 2048 characters.
   */
  readonly webhook_url?: string | null | undefined;
}

/** What `getWebScraper` gives. */
export interface WebScraperJob {
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
  readonly cached: boolean;
  readonly scraperCode: string;
  /** The data that the scraper returned, once the job is completed. */
  readonly generatedJson?:
    | {
        readonly status: "success";
        /** An object or an array. */
        readonly data?: unknown;
      }
    | undefined;
  readonly html?: string | undefined;
  readonly cleanedHtml?: string | undefined;
  readonly markdown?: string | undefined;
}

/** Calls of the family "Web scraper". */
export interface WebScraperCalls {
  /** Run a custom scraper: `POST /web-scraper`. */
  createWebScraper(input: WebScraperRequest, call?: CallOptions): Promise<JobSubmitted>;
  /** Show a web-scraper job: `GET /web-scraper/{id}`. */
  getWebScraper(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<WebScraperJob>;
}

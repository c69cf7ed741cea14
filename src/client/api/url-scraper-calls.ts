// Written by `npm run client` from the service's description.
import type { CallOptions } from "../call-options.ts";
import type {
  JobSubmitted,
  ScrapeRequest,
  ScrapeJob,
  BatchScrapeRequest,
  BatchScrapeJob,
} from "./url-scraper.ts";

/** Calls of the family "URL scraper". */
export interface UrlScraperCalls {
  /** Scrape a URL as a job: `POST /url-scraper`. */
  submitUrlScraper(input: ScrapeRequest, call?: CallOptions): Promise<JobSubmitted>;
  /** Scrape a URL and wait for the result: `POST /url-scraper/scrape`. */
  scrapeUrl(input: ScrapeRequest, call?: CallOptions): Promise<ScrapeJob>;
  /** Scrape 1 to 10 URLs as one job: `POST /url-scraper/batch`. */
  submitUrlScraperBatch(input: BatchScrapeRequest, call?: CallOptions): Promise<JobSubmitted>;
  /** Show a scrape or a batch: `GET /url-scraper/{id}`. */
  getUrlScraperJob(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<ScrapeJob | BatchScrapeJob>;
  /** Get a screenshot of a scrape: `GET /url-scraper/{id}/screenshot`. */
  getUrlScraperScreenshot(
    input: {
      readonly id: string;
      /** When absent: "viewport". */
      readonly type?: "viewport" | "fullpage" | undefined;
    },
    call?: CallOptions,
  ): Promise<Response>;
}

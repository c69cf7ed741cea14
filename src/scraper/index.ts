export { isScrapeError, ScrapeError } from "./scrape-error.ts";
export {
  scrapeFailures,
  scrapeFormats,
  type DocumentKind,
  type ScrapeFailure,
  type ScrapeFailureCode,
  type ScrapeFormat,
  type ScrapeOutputs,
  type ScrapeResult,
  type ScrapeSuccess,
  type ScrapeWarning,
} from "./scrape-result.ts";
export type { ScrapeCall } from "./scrape-call.ts";
export {
  createScraper,
  type Scraper,
  type ScraperCollaborators,
  type ScraperOptions,
} from "./scraper.ts";

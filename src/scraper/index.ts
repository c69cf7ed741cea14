/**
 * A URL to every format: markdown, HTML, text, links, images, metadata, screenshots. A page that fails is
 * a value with a code, not an error.
 *
 * Loads the fetcher and the parser; a browser, and the reader of PDFs (`unpdf`), on first use.
 *
 * @example
 * ```ts
 * import { createScraper } from "dragline/scraper";
 *
 * await using scraper = createScraper();
 * const result = await scraper.scrape("https://example.com/", { formats: ["markdown"] });
 * console.log(result.status === "failed" ? result.error : result.markdown);
 * ```
 * @packageDocumentation
 */
export { isScrapeError, ScrapeError } from "./scrape-error.ts";
export {
  scrapeFailures,
  scrapeFormats,
  textFormats,
  type EngineReason,
  type DocumentKind,
  type ScrapedIn,
  type ScrapeEngine,
  type ScrapeFailure,
  type ScrapeFailureCode,
  type ScrapeFormat,
  type ScrapeOutputs,
  type ScrapeResult,
  type ScrapeSuccess,
  type ScrapeWarning,
  type TextFormat,
} from "./scrape-result.ts";
export type { PageVisitor } from "./run/visit-page.ts";
export {
  createPageSource,
  type PageSourceCollaborators,
  type PageSourceOptions,
} from "./run/create-page-source.ts";
export type { EngineName, ScrapeCall, SessionSource } from "./run/scrape-call.ts";
export {
  createScraper,
  type PageScraper,
  type Scraper,
  type ScraperCollaborators,
  type ScraperOptions,
} from "./scraper.ts";

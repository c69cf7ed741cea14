/**
 * Every page of a site once: frontier, politeness, exact limits; resumable, on one process or many.
 *
 * Loads the fetcher and the parser; threads that read pages on first use.
 *
 * @example
 * ```ts
 * import { createCrawler } from "dragline/crawler";
 *
 * await using crawler = createCrawler();
 * for await (const page of crawler.crawl("https://example.com/", { maxPages: 10 })) {
 *   console.log(page.url, page.status === "completed" ? page.markdown : page.error);
 * }
 * ```
 * @packageDocumentation
 */
export {
  crawlReasons,
  type CrawlReason,
  type FoundReason,
  type ReasonCounts,
  type SettledReason,
} from "./reason.ts";
export type { Crawl, CrawlProgress, CrawlSummary } from "./crawl.ts";
export type { CrawlCall } from "./crawl-call.ts";
export { CrawlError, isCrawlError } from "./crawl-error.ts";
export { createCrawler, type Crawler } from "./create-crawler.ts";
export { forgetCrawl } from "./forget-crawl.ts";
export type { CompletedPage, CompletedPageIn, CrawlPage, FailedPage } from "./crawl-page.ts";
export type { CrawlerCollaborators } from "./crawler-collaborators.ts";
export type { CrawlerOptions } from "./crawler-options.ts";
export { crawlFormats, type CrawlFormat, type CrawlOutputs } from "./reader/page-reader.ts";
export type { HostPace } from "./politeness/pace.ts";
export type {
  Candidate,
  Claim,
  Frontier,
  FrontierCall,
  FrontierLimits,
  FrontierState,
  FrontierStep,
  HostState,
  HostWish,
  Retry,
  Settlement,
  StepOutcome,
} from "./frontier.ts";

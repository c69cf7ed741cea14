// Written by `npm run client` from the service's description.

/** The fields of calls that take a list, for what has no types: a command line. */
export const listFields: Readonly<Record<string, readonly string[]>> = {
  submitUrlScraper: ["formats", "actions"],
  scrapeUrl: ["formats", "actions"],
  submitUrlScraperBatch: ["urls", "formats", "actions"],
  createCrawl: ["includePatterns", "excludePatterns"],
  createBuildRequest: ["actions"],
  createAiSearch: ["sources"],
  createMonitor: ["includePatterns", "excludePatterns", "wireWatchPaths"],
  replaceMonitor: ["includePatterns", "excludePatterns", "wireWatchPaths"],
  createWebhookEndpoint: ["events"],
  updateWebhookEndpoint: ["events"],
};

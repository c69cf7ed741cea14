const names: Readonly<Record<string, string>> = {
  url_scraper: "scrape",
  batch_url_scraper: "batch of scrapes",
  web_scraper: "web scraper",
  agentic_search: "research",
  wire: "Wire action",
  build_request: "build of Wire actions",
  ai_task: "AI task",
  ai_search: "AI visibility",
  ai_search_retry: "AI visibility retry",
  monitor: "monitors",
  browser: "browser connections",
};

/** What a price is for, as the API calls it; others are their words. */
const prices: Readonly<Record<string, string>> = {
  scrapeActions: "scrape with actions",
  scrapeSummary: "summary of a scrape",
  scrapeJson: "JSON of a scrape",
  crawlPage: "page of a crawl",
  agenticSearch: "research",
  monitorPage: "monitor: a page",
  monitorValues: "monitor: values",
  monitorSitePage: "monitor: a page of a site",
  monitorAi: "monitor: judged by a model",
  browserConnection: "browser connections",
  aiTask: "AI task",
  buildRequest: "build of Wire actions",
  visibilitySource: "AI visibility, each engine",
};

/** What people call what a price is for. */
export function priceName(price: string): string {
  return prices[price] ?? price.replaceAll(/([A-Z])/g, " $1").toLowerCase();
}

/** What people call a type of jobs, or a product. */
export function kindName(type: string): string {
  return names[type] ?? type.replaceAll("_", " ");
}

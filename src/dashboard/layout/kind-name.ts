const names: Readonly<Record<string, string>> = {
  url_scraper: "scrape",
  batch_url_scraper: "batch of scrapes",
  web_scraper: "web scraper",
  agentic_search: "research",
  wire: "Wire action",
  build_request: "build of Wire actions",
  ai_task: "task in a browser",
  ai_search: "AI visibility",
  ai_search_retry: "AI visibility retry",
  monitor: "monitors",
  browser: "browser connections",
};

/** What people call a type of jobs, or a product. */
export function kindName(type: string): string {
  return names[type] ?? type.replaceAll("_", " ");
}

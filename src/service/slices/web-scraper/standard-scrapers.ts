import type { WebScraper } from "./define-scraper.ts";
import { feed } from "./feed/feed.ts";
import { structured } from "./structured/structured.ts";

/** The scrapers that come with the service. */
export const standardScrapers: readonly WebScraper[] = Object.freeze([structured, feed]);

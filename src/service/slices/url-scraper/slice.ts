import type { ResourceParts } from "../../base/parts.ts";
import type { Slice } from "../../base/slice.ts";
import { urlScraperRoutes } from "./routes.ts";
import { urlScraperKinds } from "./url-scraper.ts";

/** Scrapes of single URLs, and batches of them (interface, 4.1). */
export const urlScraper = {
  collections: [],
  open: (parts: ResourceParts) => ({
    routes: urlScraperRoutes(parts),
    kinds: urlScraperKinds(parts),
  }),
} satisfies Slice;

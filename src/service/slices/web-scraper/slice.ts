import type { ResourceParts } from "../../base/parts.ts";
import type { Slice } from "../../base/slice.ts";
import type { WebScraper } from "./define-scraper.ts";
import { webScraperRoutes } from "./routes.ts";
import { standardScrapers } from "./standard-scrapers.ts";
import { webScraperKind } from "./web-scraper.ts";

/** Custom scrapers (interface, 4.2). */
export const webScraper = {
  collections: [],
  open(parts: ResourceParts & { readonly ownScrapers: readonly WebScraper[] }) {
    const scrapers = [...standardScrapers, ...parts.ownScrapers];
    return {
      routes: webScraperRoutes(parts, scrapers),
      kinds: [webScraperKind(parts, scrapers)],
    };
  },
} satisfies Slice;

import type { PageScraper } from "../../../monitor/index.ts";
import type { KindParts } from "../../parts.ts";
import { publicFailure } from "../public-failure.ts";

/**
 * The service's scraper as monitors need it: what it says of failures is fit for clients (decisions,
 * 7.3), and never from the result cache, which is not below the scraper.
 */
export function pageScraper({
  engines,
  settings,
}: Pick<KindParts, "engines" | "settings">): PageScraper {
  return {
    scrape: async (url, { useBrowser, ...call }) => {
      const engine = useBrowser ? "browser" : settings.engine;
      const page = await engines.scraper.scrape(url, { ...call, engine });
      return page.status === "failed" ? { ...page, error: publicFailure(page) } : page;
    },
  };
}

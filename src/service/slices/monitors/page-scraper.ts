import type { PageScraper } from "../../../monitor/index.ts";
import type { KindParts } from "../../base/parts.ts";
import { publicFailure } from "../../base/public-failure.ts";

/**
 * The service's scraper as monitors need it: what it says of failures is fit for clients (decisions,
 * 7.3), and never from the result cache, which is not below the scraper.
 */
export function pageScraper({
  engines,
  ownPages,
  settings,
}: Pick<KindParts, "engines" | "ownPages" | "settings">): PageScraper {
  return {
    scrape: async (asked, { useBrowser, ...call }) => {
      const engine = useBrowser ? "browser" : settings.engine;
      const page = await engines.scraper.scrape(asked, { ...call, engine });
      if (page.status === "failed") {
        const code = page.code === "LOGIN_REQUIRED" ? "SESSION_EXPIRED" : page.code;
        return { ...page, code, error: publicFailure(page) };
      }
      const { finalUrl: url, html, kind } = page;
      const { tenant: account, sessionId, signal } = call;
      await ownPages.keep({ account, url, html, kind, sessionId }, { signal });
      return page;
    },
  };
}

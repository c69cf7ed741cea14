import { CoreError } from "../../../core/index.ts";
import { ServiceError } from "../../base/service-error.ts";
import type { WebScraper } from "./define-scraper.ts";

/** What names a scraper. */
interface ScraperName {
  readonly code: string;
  readonly scope: "GLOBAL" | "PRIVATE";
  readonly account: string;
}

/**
 * The scraper of that code and scope: of private ones the account's own.
 * @throws ServiceError `NOT_FOUND`; `FORBIDDEN` when only other accounts have a private one of it
 */
export function findScraper(scrapers: readonly WebScraper[], name: ScraperName): WebScraper {
  const { code, scope, account } = name;
  const alike = scrapers.filter((each) => each.code === code && each.scope === scope);
  const found = alike.find(({ owner }) => scope === "GLOBAL" || owner === account);
  if (found !== undefined) return found;
  if (alike.length > 0) {
    throw new ServiceError("FORBIDDEN", { message: "The scraper belongs to another account." });
  }
  throw new ServiceError("NOT_FOUND", { message: "There is no scraper with this code and scope." });
}

/**
 * Refuses scrapers of one code that one account could not tell apart.
 * @throws CoreError `INVALID_OPTION`
 */
export function checkScrapers(scrapers: readonly WebScraper[]): void {
  const names = new Set<string>();
  for (const { code, scope, owner } of scrapers) {
    const name = JSON.stringify([code, scope, owner]);
    if (names.has(name)) {
      throw new CoreError("INVALID_OPTION", {
        message: `Option 'scrapers' has two scrapers with the code '${code}' and the scope ${scope}.`,
        details: { option: "scrapers", code },
      });
    }
    names.add(name);
  }
}

import type { ScrapeFailureCode } from "../../scraper/index.ts";

/**
 * Failures whose own sentence is for the host: it may name proxies, resolved addresses, options and
 * paths, which are nobody else's business (decisions, 7.1).
 */
const phrases: Readonly<Partial<Record<ScrapeFailureCode, string>>> = Object.freeze({
  ADDRESS_NOT_ALLOWED: "address not allowed: the host is private, local or not public",
  PROXY: "proxy failure",
  BROWSER_UNAVAILABLE: "no browser available",
  INTERNAL: "the service was closing",
});

/** The text of a failed page for clients, with the phrases of decisions 7.3. */
export function publicFailure(failure: {
  readonly code: ScrapeFailureCode;
  readonly error: string;
}): string {
  return phrases[failure.code] ?? failure.error;
}

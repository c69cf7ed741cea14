import { checkArgument, canonicalUrl } from "../../core/index.ts";
import type { IndexedPage } from "../page-index.ts";
import { SearchError } from "../search-error.ts";

/** Characters of a query. */
const LONGEST_QUERY = 8192;
/** Results of a query. */
const MOST_RESULTS = 100;

/**
 * The name under which an owner is kept: exact for any text, in any store.
 * @throws SearchError `INVALID_QUERY`
 */
export function ownerName(owner: unknown): string {
  if (typeof owner === "string") return JSON.stringify(owner);
  throw new SearchError("INVALID_QUERY", {
    message: `The owner must be a string; got ${typeof owner}.`,
  });
}

/** @throws SearchError `INVALID_QUERY` */
export function checkQuery({ query, limit }: { query: unknown; limit: unknown }): void {
  if (typeof query !== "string" || query.trim() === "" || query.length > LONGEST_QUERY) {
    const got = typeof query === "string" ? `${query.length} characters` : typeof query;
    throw new SearchError("INVALID_QUERY", {
      message: `The query must have 1 to ${LONGEST_QUERY} characters, not all of them white space; got ${got}.`,
    });
  }
  if (Number.isInteger(limit) && Number(limit) >= 1 && Number(limit) <= MOST_RESULTS) return;
  throw new SearchError("INVALID_QUERY", {
    message: `The limit must be a whole number from 1 to ${MOST_RESULTS}; got ${String(limit)}.`,
  });
}

/**
 * A page with its URL canonical.
 * @throws SearchError `INVALID_PAGE`
 */
export function checkPage(page: IndexedPage): IndexedPage {
  checkArgument("page of add({ url, html })", page, "object");
  const { url, html, fetchedAt, expiresAt } = page;
  if (typeof html !== "string") throw invalidPage(`The HTML must be a string; got ${typeof html}.`);
  checkTime("fetchedAt", fetchedAt);
  if (expiresAt !== undefined) checkTime("expiresAt", expiresAt);
  return { url: checkUrl(url), html, fetchedAt, expiresAt };
}

/** @throws SearchError `INVALID_PAGE` */
export function checkUrls(urls: readonly string[] | "all"): readonly string[] | "all" {
  if (urls !== "all") checkArgument("urls of remove(urls)", urls, "strings");
  return urls === "all" ? urls : [...new Set(urls.map(checkUrl))];
}

/** @throws SearchError `INVALID_PAGE` */
export function checkUrl(url: string): string {
  try {
    return canonicalUrl(url);
  } catch (cause) {
    throw invalidPage(cause instanceof Error ? cause.message : String(cause), cause);
  }
}

function checkTime(name: string, value: unknown): void {
  if (Number.isFinite(value)) return;
  throw invalidPage(`'${name}' must be a time in milliseconds since 1970; got ${String(value)}.`);
}

function invalidPage(message: string, cause?: unknown): SearchError {
  return new SearchError("INVALID_PAGE", { message, cause });
}

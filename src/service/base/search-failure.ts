import { isSearchError, type SearchProvider } from "../../search/index.ts";
import type { ErrorCode } from "../../core/index.ts";
import type { KindParts } from "./parts.ts";
import { ServiceError } from "./service-error.ts";

/**
 * What is said of a search that failed: its own sentence is for the host, as it may name addresses
 * and accounts of the host's.
 */
const phrases: Readonly<Record<ErrorCode<"search">, string>> = Object.freeze({
  INVALID_QUERY: "the prompt contains nothing to search for",
  INVALID_PAGE: "the search failed",
  PROVIDER_REJECTED:
    "the search provider refused this service: its API key is invalid, or its credit is used up",
  REQUEST_REJECTED:
    "the search provider refused the request: the prompt, or an option that this service set",
  PROVIDER_UNAVAILABLE: "the search provider could not be reached",
  BAD_ANSWER: "the search provider's answer could not be read",
  PROVIDER_CLOSED: "the service is closing",
  TIMEOUT: "timeout: the search provider took too long",
  INDEX_UNAVAILABLE: "the index of pages could not be searched",
  INDEX_CLOSED: "the index of pages could not be searched",
});

/** The text of a failed search for clients; undefined for other errors. */
export function searchFailure(error: unknown): string | undefined {
  return isSearchError(error) ? phrases[error.code] : undefined;
}

/** The failure of a job whose host had a provider, or an index, when it was submitted. */
export const NO_SEARCH = "this service no longer has a search provider or an index of pages";

/** Whether a failed search is for the host to mend. */
export function isForHost(failure: string | null): boolean {
  return failure === phrases.PROVIDER_REJECTED || failure === NO_SEARCH;
}

/**
 * What an account searches with.
 * @throws ServiceError `CONFIGURATION_ERROR`
 */
export function requireSearch(
  { searchOf }: Pick<KindParts, "searchOf">,
  account: string,
): SearchProvider {
  const provider = searchOf(account);
  if (provider !== undefined) return provider;
  throw new ServiceError("CONFIGURATION_ERROR", {
    message:
      "There is nothing to search: pass the service a search provider (the collaborator 'search', " +
      "DRAGLINE_SEARCH for dragline serve), or an index of the pages that accounts scrape (the " +
      "collaborator 'index'; the option 'indexPages', --no-index for dragline serve, turns it off).",
  });
}

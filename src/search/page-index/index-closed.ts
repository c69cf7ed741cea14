import { SearchError } from "../search-error.ts";

/** The error of a call that comes, or waits, when an index is closed. */
export function indexClosed(): SearchError {
  return new SearchError("INDEX_CLOSED", { message: "The index was closed." });
}

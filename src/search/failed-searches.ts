import { isSearchError, SearchError } from "./search-error.ts";

/**
 * What a provider threw, when it is the failure of a search.
 * @throws the signal's reason; what is no SearchError
 */
export function failureOf(error: unknown, signal: AbortSignal): SearchError {
  signal.throwIfAborted();
  if (!isSearchError(error)) throw error;
  return error;
}

/**
 * One error of several: the code and details of the last, the messages of all, each once.
 * @param failures at least one
 */
export function allFailed(failures: readonly SearchError[]): SearchError {
  const last = failures.at(-1) as SearchError;
  const messages = new Set(failures.map(({ message }) => message));
  if (messages.size === 1) return last;
  return new SearchError(last.code, {
    message: `Every provider failed. ${[...messages].join(" ")}`,
    details: last.details,
    cause: last,
  });
}

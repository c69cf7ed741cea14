import { DraglineError, errorQuestion, type ErrorCode } from "../core/index.ts";

/** Facts of a {@link SearchError}; those that do not apply are absent. */
export interface SearchErrorDetails {
  /** Name of the provider that failed. */
  readonly provider?: string;
  /** The HTTP status that it answered with. */
  readonly status?: number;
  /** Milliseconds that it asked to wait. */
  readonly retryAfterMs?: number;
}

/** A search that could not be made, or an index that cannot be used. */
export class SearchError extends DraglineError<ErrorCode<"search">> {
  static override readonly brandName = "SearchError";
  declare readonly details: SearchErrorDetails;
}

/**
 * Whether `value` is a {@link SearchError}, optionally with the given code.
 * @see {@link isDraglineError} for an example
 */
export const isSearchError = errorQuestion<ErrorCode<"search">, SearchError>(SearchError.brandName);

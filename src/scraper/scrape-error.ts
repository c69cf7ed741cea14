import { DraglineError, errorQuestion, type ErrorCode } from "../core/index.ts";

/** A scrape that was asked for wrongly; a page that cannot be scraped is a result, not an error. */
export class ScrapeError extends DraglineError<ErrorCode<"scrape">> {
  static override readonly brandName = "ScrapeError";
}

/**
 * Whether `value` is a {@link ScrapeError}, optionally with the given code.
 * @see {@link isDraglineError} for an example
 */
export const isScrapeError = errorQuestion<ErrorCode<"scrape">, ScrapeError>(ScrapeError.brandName);

import { DraglineError, errorQuestion, type ErrorCode } from "../core/index.ts";

/** A crawl that cannot be begun or gone on with, or a page that could not be read. */
export class CrawlError extends DraglineError<ErrorCode<"crawl">> {
  static override readonly brandName = "CrawlError";
}

/**
 * Whether `value` is a {@link CrawlError}, optionally with the given code.
 * @see {@link isDraglineError} for an example
 */
export const isCrawlError = errorQuestion<ErrorCode<"crawl">, CrawlError>(CrawlError.brandName);

import { DraglineError, errorQuestion, type ErrorCode } from "../core/index.ts";

/** A limiter that could not give a verdict. */
export class RateLimiterError extends DraglineError<ErrorCode<"rateLimiter">> {
  static override readonly brandName = "RateLimiterError";
}

/**
 * Whether `value` is a {@link RateLimiterError}, optionally with the given code.
 * @see {@link isDraglineError} for an example
 */
export const isRateLimiterError = errorQuestion<ErrorCode<"rateLimiter">, RateLimiterError>(
  RateLimiterError.brandName,
);

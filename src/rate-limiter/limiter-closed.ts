import { RateLimiterError } from "./rate-limiter-error.ts";

/** The error of a call after close. */
export function limiterClosed(): RateLimiterError {
  return new RateLimiterError("LIMITER_CLOSED", { message: "The rate limiter was closed." });
}

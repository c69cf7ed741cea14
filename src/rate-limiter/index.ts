export { MemoryRateLimiter, type MemoryRateLimiterCollaborators } from "./memory/index.ts";
export type { Call, Limit, RateLimiter, Verdict } from "./rate-limiter.ts";
export { isRateLimiterError, RateLimiterError } from "./rate-limiter-error.ts";

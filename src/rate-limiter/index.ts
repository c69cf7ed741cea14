/**
 * The port of a rate limiter with exact sliding windows, and the one in memory.
 *
 * Loads no package.
 *
 * @example
 * ```ts
 * import { MemoryRateLimiter } from "dragline/rate-limiter";
 *
 * const limiter = new MemoryRateLimiter();
 * const call = { signal: AbortSignal.timeout(1000) };
 * const { allowed } = await limiter.take("ada", { limit: 10, windowMs: 60_000 }, call);
 * console.log(allowed);
 * ```
 * @packageDocumentation
 */
export { MemoryRateLimiter, type MemoryRateLimiterCollaborators } from "./memory/index.ts";
export type { Call, Limit, RateLimiter, Verdict } from "./rate-limiter.ts";
export { isRateLimiterError, RateLimiterError } from "./rate-limiter-error.ts";

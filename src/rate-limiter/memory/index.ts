/**
 * The rate limiter in the memory of one process, alone.
 *
 * Loads no package.
 *
 * @example
 * ```ts
 * import { MemoryRateLimiter } from "dragline/rate-limiter/memory";
 *
 * const limiter = new MemoryRateLimiter();
 * console.log(typeof limiter.take);
 * ```
 * @packageDocumentation
 */
export { MemoryRateLimiter, type MemoryRateLimiterCollaborators } from "./memory-rate-limiter.ts";

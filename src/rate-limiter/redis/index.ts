/**
 * One limit for many processes, on Redis.
 *
 * Loads no package; `ioredis` (`npm install ioredis`) on first use, unless you give a client of `ioredis` or
 * `redis`.
 *
 * @example
 * ```ts
 * import { createRedisRateLimiter } from "dragline/rate-limiter/redis";
 *
 * const limiter = await createRedisRateLimiter({}, { url: "redis://localhost:6379" });
 * console.log(typeof limiter.take);
 * await limiter.close();
 * ```
 * @packageDocumentation
 */
export {
  createRedisRateLimiter,
  type RedisRateLimiterCollaborators,
} from "./create-redis-rate-limiter.ts";
export type { IoredisClient, NodeRedisClient, RedisClient, ScriptInput } from "./redis-client.ts";
export type { RedisRateLimiterOptions } from "./redis-options.ts";
export type { RedisRateLimiter } from "./redis-rate-limiter.ts";

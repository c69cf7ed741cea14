export {
  createRedisRateLimiter,
  type RedisRateLimiterCollaborators,
} from "./create-redis-rate-limiter.ts";
export type { IoredisClient, NodeRedisClient, RedisClient, ScriptInput } from "./redis-client.ts";
export type { RedisRateLimiterOptions } from "./redis-options.ts";
export type { RedisRateLimiter } from "./redis-rate-limiter.ts";

export {
  createPostgresRateLimiter,
  type PostgresRateLimiterCollaborators,
} from "./create-postgres-rate-limiter.ts";
export type { RateLimiterConnection, RateLimiterPool, Sql } from "./pool.ts";
export type { PostgresRateLimiterOptions } from "./postgres-options.ts";
export type { PostgresRateLimiter } from "./postgres-rate-limiter.ts";

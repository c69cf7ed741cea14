/**
 * One limit for many processes, on PostgreSQL.
 *
 * Loads no package; `pg` (`npm install pg`) on first use, unless you give a pool of your own.
 *
 * @example
 * ```ts
 * import { createPostgresRateLimiter } from "dragline/rate-limiter/postgres";
 *
 * const connectionString = process.env["DATABASE_URL"];
 * const limiter = await createPostgresRateLimiter({}, { connectionString });
 * console.log(typeof limiter.take);
 * await limiter.close();
 * ```
 * @packageDocumentation
 */
export {
  createPostgresRateLimiter,
  type PostgresRateLimiterCollaborators,
} from "./create-postgres-rate-limiter.ts";
export type { RateLimiterConnection, RateLimiterPool, Sql } from "./pool.ts";
export type { PostgresRateLimiterOptions } from "./postgres-options.ts";
export type { PostgresRateLimiter } from "./postgres-rate-limiter.ts";

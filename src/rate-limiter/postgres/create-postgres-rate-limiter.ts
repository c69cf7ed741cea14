import { checkCollaborators, systemClock, type Clock } from "../../core/index.ts";
import { checkOnePool, completePgOptions, openPool, type PgSettings } from "../../pg/index.ts";
import { RateLimiterError } from "../rate-limiter-error.ts";
import type { RateLimiterPool } from "./pool.ts";
import { postgresDefaults, type PostgresRateLimiterOptions } from "./postgres-options.ts";
import { PostgresRateLimiter } from "./postgres-rate-limiter.ts";

/** The collaborators of the limiter; all of it stays the caller's. */
export interface PostgresRateLimiterCollaborators {
  /** A pool of `pg`, which the limiter does not end. One of its own by default. */
  readonly pool?: RateLimiterPool | undefined;
  /** The clock of deadlines. @default systemClock */
  readonly clock?: Clock | undefined;
  /**
   * Whose wall-clock time counts, for simulations; all limiters that count together need the same.
   * By default the server's.
   */
  readonly time?: Pick<Clock, "now"> | undefined;
}

/**
 * Makes a rate limiter in Postgres. Nothing is connected before the first call, which makes the
 * table; close it to end the pool that was made here.
 * @throws CoreError `INVALID_OPTION`
 * @throws RateLimiterError `PACKAGE_MISSING` when neither a pool nor the package pg is there
 */
export async function createPostgresRateLimiter(
  collaborators: PostgresRateLimiterCollaborators = {},
  options?: PostgresRateLimiterOptions,
): Promise<PostgresRateLimiter> {
  checkCollaborators(collaborators, postgresDefaults, { pool: true, clock: true, time: true });
  const settings = completePgOptions(postgresDefaults, options);
  const { pool, clock = systemClock, time } = collaborators;
  checkOnePool(pool, settings);
  const { schema, timeoutMs } = settings;
  const rest = { clock, time, schema, timeoutMs, owned: pool === undefined };
  return new PostgresRateLimiter({ ...rest, pool: pool ?? (await ownPool(settings)) });
}

async function ownPool(settings: PgSettings): Promise<RateLimiterPool> {
  // A call that ended is not to be counted when the lock it waited for comes free later, so the
  // server gives up a little earlier.
  const statementMs = Math.ceil(settings.timeoutMs * 0.8);
  const { pool } = await openPool(settings, { missing, statementMs });
  return pool;
}

function missing(): RateLimiterError {
  return new RateLimiterError("PACKAGE_MISSING", {
    message: "Without the collaborator 'pool', the package pg is required: npm install pg",
  });
}

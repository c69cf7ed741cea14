import { checkCollaborators, CoreError, systemClock, type Clock } from "../../core/index.ts";
import { openPool } from "./open-pool.ts";
import type { RateLimiterPool } from "./pool.ts";
import {
  completePostgresOptions,
  postgresDefaults,
  type PostgresRateLimiterOptions,
} from "./postgres-options.ts";
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
  checkCollaborators(collaborators, postgresDefaults);
  const settings = completePostgresOptions(options);
  const { pool, clock = systemClock, time } = collaborators;
  if (pool !== undefined && settings.connectionString !== "") {
    throw new CoreError("INVALID_OPTION", {
      message:
        "Option 'connectionString' cannot be combined with the collaborator 'pool', which is already connected.",
      details: { option: "connectionString" },
    });
  }
  const { schema, timeoutMs } = settings;
  const rest = { clock, time, schema, timeoutMs, owned: pool === undefined };
  return new PostgresRateLimiter({ ...rest, pool: pool ?? (await openPool(settings)) });
}

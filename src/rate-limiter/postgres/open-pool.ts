import { isMissingPackage } from "../../core/index.ts";
import { RateLimiterError } from "../rate-limiter-error.ts";
import type { RateLimiterPool } from "./pool.ts";
import type { PostgresSettings } from "./postgres-options.ts";

/**
 * Makes a pool of connections; none is opened yet.
 * @throws RateLimiterError `PACKAGE_MISSING`
 */
export async function openPool(settings: PostgresSettings): Promise<RateLimiterPool> {
  const { connectionString, poolSize, timeoutMs } = settings;
  const { default: pg } = await import("pg").catch((error: unknown) => {
    throw isMissingPackage(error) ? missing() : error;
  });
  return new pg.Pool({
    ...(connectionString !== "" && { connectionString }),
    max: poolSize,
    connectionTimeoutMillis: timeoutMs,
    // A call that ended is not to be counted when the lock it waited for comes free later, so the
    // server gives up a little earlier.
    statement_timeout: Math.ceil(timeoutMs * 0.8),
    keepAlive: true,
    // Idle connections do not keep the process alive.
    allowExitOnIdle: true,
  });
}

function missing(): RateLimiterError {
  return new RateLimiterError("PACKAGE_MISSING", {
    message: "Without the collaborator 'pool', the package pg is required: npm install pg",
  });
}

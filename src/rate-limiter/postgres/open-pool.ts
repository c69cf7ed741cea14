import { CoreError } from "../../core/index.ts";
import { isMissing } from "../missing-package.ts";
import type { RateLimiterPool } from "./pool.ts";
import type { PostgresSettings } from "./postgres-options.ts";

/**
 * Makes a pool of connections; none is opened yet.
 * @throws CoreError `INVALID_OPTION` when the package pg is missing
 */
export async function openPool(settings: PostgresSettings): Promise<RateLimiterPool> {
  const { connectionString, poolSize, deadline } = settings;
  const { default: pg } = await import("pg").catch((error: unknown) => {
    throw isMissing(error) ? missing() : error;
  });
  return new pg.Pool({
    ...(connectionString !== "" && { connectionString }),
    max: poolSize,
    connectionTimeoutMillis: deadline,
    // A call that ended is not to be counted when the lock it waited for comes free later.
    statement_timeout: deadline,
    keepAlive: true,
    // Idle connections do not keep the process alive.
    allowExitOnIdle: true,
  });
}

function missing(): CoreError {
  return new CoreError("INVALID_OPTION", {
    message: "Without a pool the package pg is needed: npm install pg",
    details: { option: "pool" },
  });
}

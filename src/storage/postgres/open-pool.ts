import { isMissingPackage } from "../../core/index.ts";
import { StorageError } from "../storage-error.ts";
import type { PostgresPool } from "./pool.ts";
import type { PostgresSettings } from "./postgres-options.ts";

/**
 * Makes a pool of connections; none is opened yet.
 * @throws StorageError `PACKAGE_MISSING`
 */
export async function openPool(settings: PostgresSettings): Promise<PostgresPool> {
  const { connectionString, poolSize, deadline } = settings;
  const { default: pg } = await import("pg").catch((error: unknown) => {
    throw isMissingPackage(error) ? missing() : error;
  });
  return new pg.Pool({
    ...(connectionString !== "" && { connectionString }),
    max: poolSize,
    connectionTimeoutMillis: deadline,
    keepAlive: true,
    // Idle connections do not keep the process alive.
    allowExitOnIdle: true,
  });
}

function missing(): StorageError {
  return new StorageError("PACKAGE_MISSING", {
    message: "Records in Postgres need the package pg: npm install pg",
  });
}

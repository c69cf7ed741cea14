import { isMissingPackage } from "../../core/index.ts";
import { StorageError } from "../storage-error.ts";
import type { PostgresPool } from "./pool.ts";
import type { PostgresSettings } from "./postgres-options.ts";
import type { ServerPlace } from "./server-place.ts";

/** A pool and where its connections lead. */
interface OpenedPool {
  readonly pool: PostgresPool;
  /** Undefined for an invalid address; the first call fails with it. */
  readonly place: ServerPlace | undefined;
}

/**
 * Makes a pool of connections; none is opened yet.
 * @throws StorageError `PACKAGE_MISSING`
 */
export async function openPool(settings: PostgresSettings): Promise<OpenedPool> {
  const { connectionString, poolSize, timeoutMs } = settings;
  const { default: pg } = await import("pg").catch((error: unknown) => {
    throw isMissingPackage(error) ? missing() : error;
  });
  const address = connectionString === "" ? {} : { connectionString };
  const pool = new pg.Pool({
    ...address,
    max: poolSize,
    connectionTimeoutMillis: timeoutMs,
    keepAlive: true,
    // Idle connections do not keep the process alive.
    allowExitOnIdle: true,
  });
  return { pool, place: placeOf(() => new pg.Client(address)) };
}

function placeOf(open: () => ServerPlace): ServerPlace | undefined {
  try {
    const { host, port } = open();
    return { host, port };
  } catch {
    return undefined;
  }
}

function missing(): StorageError {
  return new StorageError("PACKAGE_MISSING", {
    message: "Records in Postgres need the package pg: npm install pg",
  });
}

import type { Pool } from "pg";
import { isMissingPackage, unlessAborted } from "../core/index.ts";
import type { PgSettings } from "./pg-options.ts";

/** Where a server listens; a host that begins with a slash is the folder of its socket. */
export interface ServerPlace {
  readonly host: string;
  readonly port: number;
}

/** A pool and where its connections lead. */
interface OpenedPool {
  readonly pool: Pool;
  /** Undefined for an invalid address; the first call fails with it. */
  readonly place: ServerPlace | undefined;
}

/** What differs between the users of a pool. */
interface OpenPoolOrder {
  /** The error when the package `pg` is not there. */
  readonly missing: () => Error;
  /** Milliseconds after which the server gives a statement up; never when absent. */
  readonly statementMs?: number;
}

/**
 * Makes a pool of connections; none is opened yet.
 * @throws what `missing` gives
 */
export async function openPool(
  { connectionString, poolSize, timeoutMs }: Omit<PgSettings, "schema">,
  { missing, statementMs }: OpenPoolOrder,
): Promise<OpenedPool> {
  const { default: pg } = await import("pg").catch((error: unknown) => {
    throw isMissingPackage(error) ? missing() : error;
  });
  const address = connectionString === "" ? {} : { connectionString };
  const pool = new pg.Pool({
    ...address,
    max: poolSize,
    connectionTimeoutMillis: timeoutMs,
    ...(statementMs !== undefined && { statement_timeout: statementMs }),
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

/**
 * A connection of a pool.
 * @throws what the driver throws; the signal's reason, at once, when it aborts
 */
export async function connect<Connection extends { release(): void }>(
  pool: { connect(): Promise<Connection> },
  signal: AbortSignal,
): Promise<Connection> {
  const connecting = pool.connect();
  try {
    return await unlessAborted(connecting, signal);
  } catch (error) {
    // A pending connect cannot be cancelled; a connection that comes too late is released.
    connecting.then(
      (connection) => connection.release(),
      () => {},
    );
    throw error;
  }
}

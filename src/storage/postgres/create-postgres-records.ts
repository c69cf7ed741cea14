import {
  checkCollaborators,
  systemClock,
  systemIds,
  type Clock,
  type Ids,
} from "../../core/index.ts";
import { checkOnePool, completePgOptions, openPool } from "../../pg/index.ts";
import type { PostgresPool } from "./pool.ts";
import { packageMissing } from "./postgres-failure.ts";
import { postgresDefaults, type PostgresRecordsOptions } from "./postgres-options.ts";
import { PostgresRecords } from "./postgres-records.ts";

/** The collaborators of the records; all of it stays the caller's. */
export interface PostgresCollaborators {
  /** A pool of `pg`, which the records do not end. One of their own by default. */
  readonly pool?: PostgresPool | undefined;
  /** The clock of deadlines and back-off. @default systemClock */
  readonly clock?: Clock | undefined;
  /** Chance for the back-off between attempts. @default systemIds */
  readonly ids?: Ids | undefined;
}

/**
 * Makes records in Postgres. Nothing is connected before the first call; close them to end the pool
 * that was made here. Needs the package `pg`, unless a pool is given.
 * @throws CoreError `INVALID_OPTION`
 * @throws StorageError `PACKAGE_MISSING`
 */
export async function createPostgresRecords(
  collaborators: PostgresCollaborators = {},
  options?: PostgresRecordsOptions,
): Promise<PostgresRecords> {
  checkCollaborators(collaborators, postgresDefaults, { pool: true, clock: true, ids: true });
  const settings = completePgOptions(postgresDefaults, options);
  const { pool, clock = systemClock, ids = systemIds } = collaborators;
  checkOnePool(pool, settings);
  const source = { clock, ids, timeoutMs: settings.timeoutMs, owned: pool === undefined };
  const opened =
    pool === undefined
      ? await openPool(settings, { missing: packageMissing })
      : { pool, place: undefined };
  return new PostgresRecords({ ...source, ...opened }, settings.schema);
}

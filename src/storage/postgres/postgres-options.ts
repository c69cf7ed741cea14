import type { PgSettings } from "../../pg/index.ts";

/** Where records are kept, and for how long a call may take. */
export interface PostgresRecordsOptions {
  /**
   * Address of the server, as `postgres://user:password@host:5432/database`; without one the
   * variables `PGHOST`, `PGUSER` and so on count. Not taken together with a pool.
   * @default ""
   */
  readonly connectionString?: string | undefined;
  /**
   * The schema in which all tables are; it is made when it is missing. Lower-case letters, digits
   * and underscores, beginning with a letter; at most 48 characters, and not `pg_…`.
   * @default "dragline"
   */
  readonly schema?: string | undefined;
  /**
   * Milliseconds that one call may take, waiting for a connection and for locks included; from 10 to
   * 2147483647. Then it fails with `UNAVAILABLE`.
   * @default 10000
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Most connections; from 1 to 1000. Without effect on a pool that was passed in.
   * @default 10
   */
  readonly poolSize?: number | undefined;
}

/** What stands where nothing was given. */
export const postgresDefaults: PgSettings = Object.freeze({
  connectionString: "",
  schema: "dragline",
  timeoutMs: 10_000,
  poolSize: 10,
});

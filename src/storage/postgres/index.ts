/**
 * Records in PostgreSQL, for many machines.
 *
 * Loads no package; `pg` (`npm install pg`) on first use, unless you give a pool of your own.
 *
 * @example
 * ```ts
 * import { createPostgresRecords } from "dragline/storage/postgres";
 *
 * const connectionString = process.env["DATABASE_URL"];
 * await using records = await createPostgresRecords({}, { connectionString });
 * console.log(typeof records.find);
 * ```
 * @packageDocumentation
 */
export { createPostgresRecords, type PostgresCollaborators } from "./create-postgres-records.ts";
export type { PostgresAnswer, PostgresClient, PostgresPool, PostgresQuery } from "./pool.ts";
export { type PostgresRecordsOptions } from "./postgres-options.ts";
export type { PostgresRecords } from "./postgres-records.ts";

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
export { Connections, type ConnectionSource } from "./connections.ts";
export { createPostgresRecords, type PostgresCollaborators } from "./create-postgres-records.ts";
export { openPool } from "./open-pool.ts";
export type { PostgresAnswer, PostgresClient, PostgresPool, PostgresQuery } from "./pool.ts";
export {
  completePostgresOptions,
  type PostgresRecordsOptions,
  type PostgresSettings,
} from "./postgres-options.ts";
export { PostgresRecords } from "./postgres-records.ts";
export type { Session } from "./session.ts";
export type { Sql } from "./sql.ts";
export { transaction, type Work } from "./transaction.ts";

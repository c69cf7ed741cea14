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

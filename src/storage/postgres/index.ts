export { createPostgresRecords, type PostgresCollaborators } from "./create-postgres-records.ts";
export type { PostgresAnswer, PostgresClient, PostgresPool, PostgresQuery } from "./pool.ts";
export type { PostgresRecordsOptions } from "./postgres-options.ts";
export { PostgresRecords } from "./postgres-records.ts";

/**
 * Durable jobs on any Records: SQLite, PostgreSQL, or a store of your own.
 *
 * Loads `p-queue`.
 *
 * @example
 * ```ts
 * import { RecordsQueue } from "dragline/queue/records";
 * import { SqliteRecords } from "dragline/storage/sqlite";
 *
 * await using records = new SqliteRecords({}, { path: "jobs.sqlite" });
 * const queue = new RecordsQueue({ records });
 * console.log(typeof queue.push);
 * ```
 * @packageDocumentation
 */
export type { RecordsQueueOptions } from "./records-options.ts";
export { RecordsQueue, type RecordsQueueCollaborators } from "./records-queue.ts";

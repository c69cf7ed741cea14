/**
 * Records in a SQLite file, for several processes of one machine, and a cache that outlives the process.
 *
 * Loads `node:sqlite`.
 *
 * @example
 * ```ts
 * import { SqliteRecords } from "dragline/storage/sqlite";
 *
 * await using records = new SqliteRecords({}, { path: "app.sqlite" });
 * console.log(typeof records.find);
 * ```
 * @packageDocumentation
 */
export { SqliteRecords, type SqliteRecordsCollaborators } from "./sqlite-records.ts";
export type { SqliteRecordsOptions } from "./sqlite-options.ts";
export { SqliteCache } from "./sqlite-cache.ts";
export type { SqliteCacheOptions } from "./sqlite-cache-options.ts";

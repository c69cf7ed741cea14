export { SqliteRecords, type SqliteRecordsCollaborators } from "./sqlite-records.ts";
export type { SqliteRecordsOptions } from "./sqlite-options.ts";
export { SqliteCache } from "./sqlite-cache.ts";
export type { SqliteCacheOptions } from "./sqlite-cache-options.ts";

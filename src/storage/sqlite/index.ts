export { SqliteRecords, type SqliteRecordsCollaborators } from "./sqlite-records.ts";
export type { SqliteRecordsOptions } from "./sqlite-options.ts";

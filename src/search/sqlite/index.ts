export { createLocalIndex, type LocalIndex } from "./create-local-index.ts";
export {
  createSqliteIndex,
  type SqliteIndexCollaborators,
  type SqliteIndexOptions,
} from "./create-sqlite-index.ts";

export {
  createPostgresIndex,
  type PostgresIndexCollaborators,
  type PostgresIndexOptions,
} from "./create-postgres-index.ts";

/**
 * The same index in PostgreSQL, for many processes on many machines.
 *
 * Loads nothing but itself; `pg` (`npm install pg`) and the parser in a thread on first use.
 *
 * @example
 * ```ts
 * import { createPostgresIndex } from "dragline/search/postgres";
 *
 * const connectionString = process.env["DATABASE_URL"];
 * await using index = await createPostgresIndex({}, { connectionString });
 * const call = { signal: AbortSignal.timeout(10_000) };
 * const { results } = await index.search("my-team", { query: "high water", limit: 10 }, call);
 * console.log(results.length);
 * ```
 * @packageDocumentation
 */
export {
  createPostgresIndex,
  type PostgresIndexCollaborators,
  type PostgresIndexOptions,
} from "./create-postgres-index.ts";

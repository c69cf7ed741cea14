/**
 * An index of your own pages in SQLite, in memory or in a file that several processes share: search that
 * needs no key.
 *
 * Loads nothing but itself; `node:sqlite` and the parser in a thread on first use.
 *
 * @example
 * ```ts
 * import { createLocalIndex } from "dragline/search/sqlite";
 *
 * await using index = createLocalIndex();
 * await index.add({ url: "https://docs.example/tides", html: "<h1>Tides</h1><p>High water." });
 * const { results } = await index.search("high water");
 * console.log(results[0]?.url);
 * ```
 * @packageDocumentation
 */
export { createLocalIndex, type LocalIndex } from "./create-local-index.ts";
export {
  createSqliteIndex,
  type SqliteIndexCollaborators,
  type SqliteIndexOptions,
} from "./create-sqlite-index.ts";

import { availableParallelism } from "node:os";
import {
  checkCollaborators,
  checkNumber,
  systemClock,
  systemIds,
  withDefaults,
  type Clock,
  type Ids,
} from "../../core/index.ts";
import type { PostgresPool } from "../../storage/postgres/index.ts";
import { checkOnePool, completePgOptions, openPool } from "../../pg/index.ts";
import { Connections, packageMissing } from "../../storage/postgres/internal.ts";
import { checkEmbedder, type Embedder } from "../page-index/embedder.ts";
import { PageThreads } from "../page-index/page-threads.ts";
import { StoredIndex } from "../page-index/stored-index.ts";
import type { PageIndex } from "../page-index.ts";
import { PostgresStore } from "./postgres-store.ts";

/** What an index works with; all of it stays the caller's. */
export interface PostgresIndexCollaborators {
  /** A pool of `pg`, which the index does not end. One of its own by default. */
  readonly pool?: PostgresPool | undefined;
  /** The clock of deadlines; says which pages' time is up. @default systemClock */
  readonly clock?: Clock | undefined;
  /** Chance for the back-off between attempts. @default systemIds */
  readonly ids?: Ids | undefined;
  /**
   * An embedding model of the AI SDK: pages are found by meaning too, see {@link createPostgresIndex}.
   * By words alone without one.
   */
  readonly embedder?: Embedder | undefined;
}

/** Where an index is kept, and for how long a call may take. */
export interface PostgresIndexOptions {
  /**
   * Address of the server, as `postgres://user:password@host:5432/database`; without one the
   * variables `PGHOST`, `PGUSER` and so on count. Not taken together with a pool.
   * @default ""
   */
  readonly connectionString?: string | undefined;
  /**
   * The schema in which the tables are; it is made when it is missing. Lower-case letters, digits
   * and underscores, beginning with a letter; at most 48 characters, and not `pg_…`.
   * @default "dragline"
   */
  readonly schema?: string | undefined;
  /**
   * Milliseconds that one call may be with the server; from 10 to 2147483647. Then it fails with
   * `INDEX_UNAVAILABLE`.
   * @default 10000
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Most connections; from 1 to 1000. Without effect on a pool that was passed in.
   * @default 10
   */
  readonly poolSize?: number | undefined;
  /**
   * Most threads that read pages and rank what was found; from 1 to 64.
   * @default availableParallelism()
   */
  readonly threads?: number | undefined;
}

const defaults: {
  [Name in keyof PostgresIndexOptions]-?: NonNullable<PostgresIndexOptions[Name]>;
} = Object.freeze({
  connectionString: "",
  schema: "dragline",
  timeoutMs: 10_000,
  poolSize: 10,
  threads: availableParallelism(),
});

/**
 * Makes an index of pages in Postgres, for many processes on many machines. Postgres finds passages,
 * and what was found is ranked as everywhere. Nothing is connected before the first call, which makes
 * the tables; dispose it to end its threads and the pool that was made here. Needs the package `pg`,
 * unless a pool is given.
 *
 * With an `embedder` each passage has a vector beside it, written in the transaction of its page, and
 * what words find is fused by rank with what is near in meaning, as `createSqliteIndex` does it, notes
 * included. Where the extension `vector` (pgvector) is installed in the database (`CREATE EXTENSION
 * vector`, before the first page is added) it compares up to 200,000 passages of an owner, exactly and
 * without an index of its own; elsewhere vectors have a byte a number, and those of 20,000 passages at
 * most are fetched and compared here. Vectors that were kept without the extension do not count with it.
 * @throws CoreError `INVALID_OPTION`
 * @throws StorageError `PACKAGE_MISSING`
 */
export async function createPostgresIndex(
  collaborators: PostgresIndexCollaborators = {},
  options?: PostgresIndexOptions,
): Promise<PageIndex> {
  checkCollaborators(collaborators, defaults, {
    pool: true,
    clock: true,
    ids: true,
    embedder: true,
  });
  const { threads: count, ...rest } = withDefaults(defaults, options);
  checkNumber("threads", count, { min: 1, max: 64 });
  const settings = completePgOptions(defaults, rest);
  const { pool, clock = systemClock, ids = systemIds, embedder } = collaborators;
  checkEmbedder(embedder);
  checkOnePool(pool, settings);
  const connections = new Connections({
    ...(pool === undefined
      ? await openPool(settings, { missing: packageMissing })
      : { pool, place: undefined }),
    owned: pool === undefined,
    clock,
    ids,
    timeoutMs: settings.timeoutMs,
  });
  const threads = new PageThreads(clock, count);
  const { schema } = settings;
  const keepsVectors = embedder !== undefined;
  const store = new PostgresStore({ connections, schema, threads, keepsVectors });
  return new StoredIndex({ clock, ids, store, threads, embedder });
}

import { randomUUID } from "node:crypto";
import { PGlite } from "@electric-sql/pglite";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import { vector } from "@electric-sql/pglite-pgvector";
import pg from "pg";
import type { Embedder, PageIndex } from "dragline/search";
import { createPostgresIndex } from "dragline/search/postgres";
import { createSqliteIndex } from "dragline/search/sqlite";
import { FakeClock } from "dragline/testing";

/** Where pages of one test are kept; it may be opened several times, with another embedder. */
export interface MeaningPlace extends AsyncDisposable {
  readonly clock: FakeClock;
  open(embedder: Embedder | undefined): Promise<PageIndex>;
}

/** Makes places, and holds what they share. */
export interface MeaningStore extends AsyncDisposable {
  place(): Promise<MeaningPlace>;
}

/** The indexes of SQLite, each in a file of its own. */
export function sqliteStore(newPath: () => string): MeaningStore {
  return {
    async place() {
      const [path, clock] = [newPath(), new FakeClock()];
      return {
        clock,
        open: async (embedder) => createSqliteIndex({ clock, embedder }, { path, threads: 1 }),
        async [Symbol.asyncDispose]() {},
      };
    },
    async [Symbol.asyncDispose]() {},
  };
}

/** The server of the tests, whose database `test` has no pgvector. */
export function serverStore(connectionString: string): MeaningStore {
  return poolStore(new pg.Pool({ connectionString }));
}

/** Postgres with pgvector in this process, for one connection at a time. */
export async function pgvectorStore(): Promise<MeaningStore> {
  const database = await PGlite.create({ extensions: { vector } });
  await database.exec("CREATE EXTENSION vector");
  const config = createPgConfig(database);
  const { connection } = config;
  const parse = connection.parse.bind(connection);
  // It takes the parsers of what comes back for the types of what is given.
  connection.parse = (query: object) => parse({ ...query, types: undefined });
  const store = poolStore(new pg.Pool({ ...config, max: 1 }));
  return {
    ...store,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await database.close();
    },
  };
}

function poolStore(pool: pg.Pool): MeaningStore {
  return {
    async place() {
      const [schema, clock] = [`test_${randomUUID().replaceAll("-", "")}`, new FakeClock()];
      return {
        clock,
        open: (embedder) => createPostgresIndex({ pool, clock, embedder }, { schema, threads: 1 }),
        async [Symbol.asyncDispose]() {
          await pool.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
        },
      };
    },
    [Symbol.asyncDispose]: () => pool.end(),
  };
}

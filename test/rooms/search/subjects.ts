import { randomUUID } from "node:crypto";
import type pg from "pg";
import { createPostgresIndex } from "dragline/search/postgres";
import { createSqliteIndex } from "dragline/search/sqlite";
import { FakeClock, type PageIndexSubject } from "dragline/testing";

/** An index in memory on a clock of its own. */
export async function sqliteSubject(): Promise<PageIndexSubject> {
  const clock = new FakeClock();
  const index = createSqliteIndex({ clock }, { threads: 1 });
  return {
    index,
    now: () => clock.now(),
    advance: (ms) => clock.advance(ms),
    [Symbol.asyncDispose]: () => index[Symbol.asyncDispose](),
  };
}

/** An index in Postgres in a schema of its own, which is removed with it. */
export async function postgresSubject(pool: pg.Pool): Promise<PageIndexSubject> {
  const clock = new FakeClock();
  const schema = `test_${randomUUID().replaceAll("-", "")}`;
  const index = await createPostgresIndex({ pool, clock }, { schema, threads: 1 });
  return {
    index,
    now: () => clock.now(),
    advance: (ms) => clock.advance(ms),
    async [Symbol.asyncDispose]() {
      await index[Symbol.asyncDispose]();
      await pool.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    },
  };
}

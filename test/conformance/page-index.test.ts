import pg from "pg";
import { pageIndexCases, type Case } from "dragline/testing";
import { afterAll, describe, expect, it } from "vitest";
import { postgresSubject, sqliteSubject } from "../rooms/search/subjects.ts";
import { postgresUrl, serverTitle } from "../services.ts";

const postgres = await postgresUrl();
const pool = new pg.Pool({ connectionString: postgres });

afterAll(() => pool.end());

const adapters: readonly (readonly [string, boolean, readonly Case[]])[] = [
  ["createSqliteIndex", true, pageIndexCases(sqliteSubject)],
  [
    serverTitle("createPostgresIndex", postgres),
    postgres !== undefined,
    pageIndexCases(() => postgresSubject(pool)),
  ],
];

describe.each(adapters)("%s", (_, isThere, cases) => {
  const titled = cases.map((promise) => [promise.title, promise] as const);
  it.skipIf(!isThere).each(titled)("%s", async (_, promise) => {
    await expect(promise.run()).resolves.toBeUndefined();
  });
});

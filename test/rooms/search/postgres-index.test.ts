import { randomUUID } from "node:crypto";
import pg from "pg";
import { isSearchError } from "dragline/search";
import { createPostgresIndex } from "dragline/search/postgres";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { postgresUrl } from "../../services.ts";

const found = await postgresUrl();
const connectionString = found ?? "";
const call = { signal: new AbortController().signal };
const tides = { url: "https://a.example/tides", html: "<p>Spring tides</p>", fetchedAt: 0 };

const reason = found === undefined ? " (skipped: no server answers)" : "";

describe.skipIf(found === undefined)(`createPostgresIndex${reason}`, () => {
  const pool = new pg.Pool({ connectionString });
  let schema = "";

  beforeEach(() => {
    schema = `test_${randomUUID().replaceAll("-", "")}`;
  });

  afterEach(() => pool.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`));

  afterAll(() => pool.end());

  it("is one index for all who use the schema, whoever makes it", async () => {
    const options = { schema, connectionString, threads: 1 };
    await using one = await createPostgresIndex({}, options);
    await using two = await createPostgresIndex({ pool }, { schema, threads: 1 });
    await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        (at % 2 === 0 ? one : two).add(
          "owner",
          { ...tides, url: `https://a.example/${at % 3}` },
          call,
        ),
      ),
    );
    expect(await two.remove("owner", "all", call)).toBe(3);
    const { rows } = await pool.query(
      `SELECT (SELECT count(*)::int FROM ${schema}._index_passages) AS passages, (SELECT count(*)::int FROM ${schema}._index_owners) AS owners`,
    );
    expect(rows).toEqual([{ passages: 0, owners: 0 }]);
  });

  it("makes the tables again when somebody dropped them", async () => {
    await using index = await createPostgresIndex({ pool }, { schema, threads: 1 });
    await index.add("owner", tides, call);
    await pool.query(`DROP SCHEMA ${schema} CASCADE`);
    await expect(index.add("owner", tides, call)).rejects.toSatisfy((error) =>
      isSearchError(error, "INDEX_UNAVAILABLE"),
    );
    expect(await index.add("owner", tides, call)).toEqual({ passages: 1 });
  });

  it("fails with INDEX_UNAVAILABLE where no server answers, without the password", async () => {
    const address = "postgres://user:hunter2@127.0.0.1:1/none";
    await using index = await createPostgresIndex({}, { connectionString: address, threads: 1 });
    const failure = await index.sweep(0, call).catch((error: unknown) => error);
    expect(isSearchError(failure, "INDEX_UNAVAILABLE")).toBe(true);
    expect(String(failure)).not.toContain("hunter2");
  });

  it("keeps pages with URLs and words longer than an index of Postgres holds", async () => {
    await using index = await createPostgresIndex({ pool }, { schema, threads: 1 });
    const url = `https://a.example/${"long/".repeat(2000)}?q=${"x".repeat(9000)}`;
    const html = `<p>${"w".repeat(50_000)} tide ${"東".repeat(5000)}</p>`;
    expect(
      (await index.add("o".repeat(9000), { ...tides, url, html }, call)).passages,
    ).toBeGreaterThan(1);
    const { results } = await index.search("o".repeat(9000), { query: "tide", limit: 5 }, call);
    expect(results.map((result) => result.url)).toEqual([url]);
  });

  it("leaves a pool open that it was given", async () => {
    const small = new pg.Pool({ connectionString, max: 1 });
    const index = await createPostgresIndex({ pool: small }, { schema, threads: 1 });
    await index.add("owner", tides, call);
    await index[Symbol.asyncDispose]();
    expect((await small.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
    expect(small.listenerCount("error")).toBe(0);
    await small.end();
  });

  it("refuses options that it does not know, or that do not fit", async () => {
    const refused = [
      createPostgresIndex({}, { schema: "pg_x" }),
      createPostgresIndex({}, { threads: 65 }),
      createPostgresIndex({ pool }, { connectionString }),
      createPostgresIndex({ schema } as never),
    ];
    for (const promise of refused) await expect(promise).rejects.toThrow(/option/i);
  });
});

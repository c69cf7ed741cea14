import { randomUUID } from "node:crypto";
import pg from "pg";
import { isRateLimiterError } from "dragline/rate-limiter";
import { createPostgresRateLimiter } from "dragline/rate-limiter/postgres";
import { FakeClock } from "dragline/testing";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { postgresUrl } from "../../services.ts";
import { besideMemory } from "./beside-memory.ts";
import { postgresSubject, skipReason } from "./subjects.ts";

const found = await postgresUrl();
const connectionString = found ?? "";
const call = { signal: new AbortController().signal };
const minute = { limit: 3, windowMs: 60_000 };

describe.skipIf(found === undefined)(`PostgresRateLimiter${skipReason(found)}`, () => {
  const pool = new pg.Pool({ connectionString });
  let schema = "";

  beforeEach(() => {
    schema = `test_${randomUUID().replaceAll("-", "")}`;
  });

  afterEach(() => pool.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`));

  afterAll(() => pool.end());

  async function count(): Promise<number> {
    const { rows } = await pool.query(`SELECT count(*)::int AS n FROM ${schema}.rate_limits`);
    return (rows[0] as { n: number }).n;
  }

  it("goes by the server's time", async () => {
    await using limiter = await createPostgresRateLimiter({ pool }, { schema });
    const short = { limit: 1, windowMs: 20 };
    expect(await limiter.take("key", short, call)).toEqual({ allowed: true, remaining: 0 });
    let verdict = await limiter.take("key", short, call);
    while (!verdict.allowed) {
      expect(verdict.wait).toBeGreaterThanOrEqual(1);
      expect(verdict.wait).toBeLessThanOrEqual(20);
      verdict = await limiter.take("key", short, call);
    }
    expect(verdict.remaining).toBe(0);
  });

  it("says what memory says, whatever the log has been through", async () => {
    await using subject = await postgresSubject(pool);
    expect(await besideMemory(subject)).toEqual([]);
  });

  it("never keeps more times than the limit", async () => {
    const time = new FakeClock();
    await using limiter = await createPostgresRateLimiter({ pool, time }, { schema });
    for (let turn = 0; turn < 50; turn += 1) {
      await limiter.take("key", minute, call);
      await time.advance(7000);
    }
    const { rows } = await pool.query(`SELECT cardinality(times) AS n FROM ${schema}.rate_limits`);
    expect(rows).toEqual([{ n: 3 }]);
  });

  it("takes calls as just made when the clock is set back, and waits a window at most", async () => {
    const time = new FakeClock();
    await using limiter = await createPostgresRateLimiter({ pool, time }, { schema });
    for (const pause of [0, 40_000, 10_000]) {
      await time.advance(pause);
      await limiter.take("key", minute, call);
    }
    const back = new FakeClock(time.now() - 20_000);
    await using later = await createPostgresRateLimiter({ pool, time: back }, { schema });
    expect(await later.take("key", minute, call)).toEqual({ allowed: false, wait: 30_000 });
    await back.advance(30_000);
    expect(await later.take("key", minute, call)).toEqual({ allowed: true, remaining: 0 });
    expect(await later.take("key", minute, call)).toEqual({ allowed: false, wait: 30_000 });
    await back.advance(30_000);
    expect(await later.take("key", minute, call)).toEqual({ allowed: true, remaining: 1 });
  });

  it("counts the calls of limiters together that start at once", async () => {
    await using one = await createPostgresRateLimiter({}, { connectionString, schema });
    await using two = await createPostgresRateLimiter({ pool }, { schema, timeoutMs: 5000 });
    const limit = { limit: 30, windowMs: 60_000 };
    const takes = Array.from({ length: 100 }, (_, turn) =>
      (turn % 2 === 0 ? one : two).take("key", limit, call),
    );
    const said = await Promise.all(takes);
    expect(said.filter(({ allowed }) => allowed)).toHaveLength(30);
  });

  it("is exact under any isolation level", async () => {
    const options = "-c default_transaction_isolation=serializable";
    const strict = new pg.Pool({ connectionString, options });
    const collaborators = { pool: strict };
    await using limiter = await createPostgresRateLimiter(collaborators, {
      schema,
      timeoutMs: 9000,
    });
    const takes = Array.from({ length: 40 }, () => limiter.take("key", minute, call));
    const said = await Promise.all(takes);
    expect(said.filter(({ allowed }) => allowed)).toHaveLength(3);
    await limiter.close();
    await strict.end();
  });

  it("deletes rows of idle keys, and none that counts", async () => {
    const time = new FakeClock();
    await using limiter = await createPostgresRateLimiter({ pool, time }, { schema });
    for (let key = 0; key < 700; key += 1) await limiter.take(`idle ${key}`, minute, call);
    await time.advance(60_000);
    for (let turn = 0; turn < 256 * 5; turn += 1)
      await limiter.take(`busy ${turn % 3}`, minute, call);
    // Closing waits for a sweep that runs.
    await limiter.close();
    expect(await count()).toBe(3);
  });

  it("makes the table again when somebody dropped it", async () => {
    await using limiter = await createPostgresRateLimiter({ pool }, { schema });
    await limiter.take("key", minute, call);
    await pool.query(`DROP SCHEMA ${schema} CASCADE`);
    expect(await limiter.take("key", minute, call)).toEqual({ allowed: true, remaining: 2 });
  });

  it("does not count a call that waited too long for a lock", async () => {
    const options = { connectionString, schema, timeoutMs: 200 };
    await using limiter = await createPostgresRateLimiter({}, options);
    await limiter.take("key", minute, call);
    const other = await pool.connect();
    await other.query(`BEGIN; UPDATE ${schema}.rate_limits SET allowed = allowed`);
    const taken = limiter.take("key", minute, call);
    await expect(taken).rejects.toSatisfy((error) => isRateLimiterError(error, "UNAVAILABLE"));
    await other.query("COMMIT");
    other.release();
    expect(await limiter.take("key", minute, call)).toEqual({ allowed: true, remaining: 1 });
  });

  it("leaves a pool open that it was given, and gives every connection back", async () => {
    const small = new pg.Pool({ connectionString, max: 1 });
    const limiter = await createPostgresRateLimiter({ pool: small }, { schema });
    const leaving = new AbortController();
    const takes = [1, 2, 3].map(() => limiter.take("key", minute, leaving));
    leaving.abort(new Error("enough"));
    const results = await Promise.allSettled(takes);
    expect(results.every(({ status }) => status === "rejected")).toBe(true);
    expect((await limiter.take("key", minute, call)).allowed).toBe(true);
    await limiter.close();
    expect((await small.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
    expect(small.listenerCount("error")).toBe(0);
    await small.end();
  });
});

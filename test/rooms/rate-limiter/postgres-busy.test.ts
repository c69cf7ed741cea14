import pg from "pg";
import { createPostgresRateLimiter, type RateLimiterPool } from "dragline/rate-limiter/postgres";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { postgresUrl } from "../../services.ts";
import { skipReason } from "./subjects.ts";

const found = await postgresUrl();
const call = { signal: new AbortController().signal };
const minute = { limit: 500, windowMs: 60_000 };

/** An error of the server. */
function refusal(code: string): Error {
  return Object.assign(new Error("planted"), { code });
}

/** A pool that fails so often with a code, at connecting or at the statement, and then answers. */
function busyPool(code: string, failures: number, at: "connect" | "query"): RateLimiterPool {
  let left = failures;
  const fail = (): void => {
    left -= 1;
    if (left >= 0) throw refusal(code);
  };
  const connection = {
    query: async ({ text }: { readonly text: string }) => {
      if (text.includes("to_regclass")) return { rows: [{ there: "true" }] };
      if (at === "query") fail();
      return { rows: [{ allowed: "true", held: "1", wait: "0" }] };
    },
    release: () => {},
    on: () => {},
    off: () => {},
  };
  return {
    connect: async () => {
      if (at === "connect") fail();
      return connection;
    },
    end: async () => {},
    on: () => {},
    off: () => {},
  };
}

describe("PostgresRateLimiter whose server has too much to do", () => {
  it.each([
    ["53300", "connect", "too many connections"],
    ["57P03", "connect", "it is starting up"],
    ["40P01", "query", "a deadlock was broken"],
    ["55P03", "query", "a lock was not there in time"],
    ["53200", "query", "it is out of memory"],
  ] as const)("(%s at %s: %s) waits, and gives the verdict", async (code, at, _why) => {
    const clock = new FakeClock();
    const limiter = await createPostgresRateLimiter({ clock, pool: busyPool(code, 3, at) });
    const taking = limiter.take("key", minute, call);
    for (let passed = 0; passed < 2000; passed += 50) await clock.advance(50);
    expect(await taking).toEqual({ allowed: true, remaining: 499 });
    await limiter.close();
  });

  it("says that it is not available once the deadline is over, and not before", async () => {
    const clock = new FakeClock();
    const pool = busyPool("53300", Number.POSITIVE_INFINITY, "connect");
    const limiter = await createPostgresRateLimiter({ clock, pool }, { timeoutMs: 3000 });
    let isOver = false;
    const taking = limiter.take("key", minute, call).finally(() => (isOver = true));
    const refused = expect(taking).rejects.toMatchObject({
      code: "UNAVAILABLE",
      details: { ms: 3000 },
    });
    for (let passed = 0; passed < 2950; passed += 50) await clock.advance(50);
    expect(isOver).toBe(false);
    await clock.advance(50);
    await refused;
    await limiter.close();
  });

  it("ends at once with the caller's own signal", async () => {
    const clock = new FakeClock();
    const pool = busyPool("53300", Number.POSITIVE_INFINITY, "connect");
    const limiter = await createPostgresRateLimiter({ clock, pool });
    const leaving = new AbortController();
    const taking = limiter.take("key", minute, leaving);
    const refused = expect(taking).rejects.toBe("enough");
    await clock.advance(100);
    leaving.abort("enough");
    await refused;
    await limiter.close();
  });

  it("tells what no waiting mends at once", async () => {
    const clock = new FakeClock();
    const limiter = await createPostgresRateLimiter({
      clock,
      pool: busyPool("28P01", 1, "connect"),
    });
    await expect(limiter.take("key", minute, call)).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await limiter.close();
  });

  it.skipIf(found === undefined)(
    `gives hundreds of calls of one key their verdicts after the row was held for more than a second${skipReason(found)}`,
    async () => {
      const schema = `busy_${process.pid}`;
      const options = { connectionString: found ?? "", schema, poolSize: 2 };
      await using limiter = await createPostgresRateLimiter({}, options);
      await limiter.take("key", minute, call);
      const other = new pg.Client({ connectionString: found });
      await other.connect();
      try {
        await other.query(`BEGIN; LOCK TABLE ${schema}.rate_limits IN ACCESS EXCLUSIVE MODE`);
        const takes = Array.from({ length: 300 }, () => limiter.take("key", minute, call));
        const all = Promise.allSettled(takes);
        // Longer than the second after which calls failed.
        await other.query("SELECT pg_sleep(1.5); COMMIT");
        const results = await all;
        expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
      } finally {
        await other.query(`DROP SCHEMA ${schema} CASCADE`);
        await other.end();
      }
    },
    30_000,
  );
});

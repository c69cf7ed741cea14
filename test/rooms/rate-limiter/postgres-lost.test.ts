import pg from "pg";
import { isRateLimiterError } from "dragline/rate-limiter";
import { createPostgresRateLimiter } from "dragline/rate-limiter/postgres";
import { createRawSite, FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { postgresUrl, startPostgres } from "../../services.ts";
import { skipReason, tryUntilAllowed } from "./subjects.ts";

const found = await postgresUrl();
const call = { signal: new AbortController().signal };
const minute = { limit: 5, windowMs: 60_000 };
const unavailable = (error: unknown): boolean => isRateLimiterError(error, "UNAVAILABLE");

describe.skipIf(found === undefined)(
  `PostgresRateLimiter without Postgres${skipReason(found)}`,
  () => {
    it("fails in time and goes on by itself", async () => {
      await using server = await startPostgres();
      if (server === undefined) throw new Error("postgres is not installed");
      const options = { connectionString: server.url, timeoutMs: 1000 };
      await using limiter = await createPostgresRateLimiter({}, options);
      expect(await tryUntilAllowed(limiter)).toBe(4);
      await server.stop();
      const started = performance.now();
      const takes = Array.from({ length: 20 }, () => limiter.take("key", minute, call));
      const results = await Promise.allSettled(takes);
      expect(performance.now() - started).toBeLessThan(3000);
      const reasons = results.map((result) => result.status === "rejected" && result.reason);
      expect(reasons.every(unavailable)).toBe(true);
      await server.start();
      expect(await tryUntilAllowed(limiter)).toBe(3);
    }, 60_000);

    it("fails in time when the server says nothing, and at once when the caller leaves", async () => {
      await using silent = await createRawSite(() => {});
      const clock = new FakeClock();
      const connectionString = `postgres://user:secret@127.0.0.1:${silent.port}/db`;
      const pool = new pg.Pool({ connectionString });
      const limiter = await createPostgresRateLimiter({ clock, pool });
      const leaving = new AbortController();
      const left = limiter.take("key", minute, leaving);
      const late = limiter.take("key", minute, call);
      const reason = new Error("enough");
      leaving.abort(reason);
      await expect(left).rejects.toBe(reason);
      await Promise.all([
        expect(late).rejects.toThrow("Postgres did not answer within 5000 ms."),
        clock.advance(5000),
      ]);
      await limiter.close();
      await silent[Symbol.asyncDispose]();
      await pool.end();
    });

    it("tells no password", async () => {
      const options = { connectionString: "postgres://user:secret@127.0.0.1:1/db" };
      await using limiter = await createPostgresRateLimiter({}, options);
      const error = await limiter.take("key", minute, call).catch((failure: unknown) => failure);
      expect(unavailable(error)).toBe(true);
      expect(inspected(error)).not.toContain("secret");
      const wrong = { connectionString: "postgres://user:secret@[" };
      const refusal = await createPostgresRateLimiter({}, wrong).catch((each: unknown) => each);
      expect(refusal).toMatchObject({ code: "INVALID_OPTION" });
      expect(inspected(refusal)).not.toContain("secret");
    });
  },
);

describe("createPostgresRateLimiter", () => {
  const refused = async (making: Promise<unknown>): Promise<string> =>
    String(await making.catch((error: unknown) => error));

  it("refuses a schema that needs quotes, an address beside a pool, and options as collaborators", async () => {
    for (const schema of ["", "A", 'a"', "pg_a", "a".repeat(49), "a-b"]) {
      expect(await refused(createPostgresRateLimiter({}, { schema }))).toContain("'schema' must");
    }
    const pool = new pg.Pool();
    expect(
      await refused(createPostgresRateLimiter({ pool }, { connectionString: "postgres://h" })),
    ).toContain("'connectionString' cannot be combined");
    const misplaced = { schema: "s" } as object;
    expect(await refused(createPostgresRateLimiter(misplaced))).toContain("'schema' is an option");
    expect(await refused(createPostgresRateLimiter({}, { timeoutMs: 9 }))).toContain("'timeoutMs'");
    await pool.end();
  });
});

function inspected(error: unknown): string {
  const texts: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    texts.push(cause.message, cause.stack ?? "", JSON.stringify(cause));
  }
  return texts.join("\n");
}

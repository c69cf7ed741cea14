import { Redis } from "ioredis";
import { createClient } from "redis";
import { isRateLimiterError } from "dragline/rate-limiter";
import { createRedisRateLimiter, type RedisClient } from "dragline/rate-limiter/redis";
import { createRawSite, FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { redisUrl, startRedis } from "../../services.ts";
import { disconnect, skipReason, tryUntilAllowed } from "./subjects.ts";

const found = await redisUrl();
const call = { signal: new AbortController().signal };
const minute = { limit: 5, windowMs: 60_000 };
const unavailable = (error: unknown): boolean => isRateLimiterError(error, "UNAVAILABLE");

interface Lent extends AsyncDisposable {
  readonly client?: RedisClient;
}

const clients: Readonly<Record<string, (url: string) => Promise<Lent>>> = {
  "a client of its own": async () => ({ async [Symbol.asyncDispose]() {} }),
  "a client of ioredis": async (url) => {
    const client = new Redis(url);
    client.on("error", () => {});
    return { client, [Symbol.asyncDispose]: () => disconnect(client) };
  },
  "a client of redis": async (url) => {
    const client = createClient({ url });
    client.on("error", () => {});
    await client.connect();
    return { client, [Symbol.asyncDispose]: async () => client.destroy() };
  },
};

describe.skipIf(found === undefined)(`RedisRateLimiter without Redis${skipReason(found)}`, () => {
  it.each(Object.entries(clients))(
    "with %s fails in time and goes on by itself",
    async (_, lend) => {
      await using server = await startRedis();
      if (server === undefined) throw new Error("redis-server is not installed");
      const { url } = server;
      await using lent = await lend(url);
      const own = lent.client === undefined ? { url } : {};
      await using limiter = await createRedisRateLimiter(lent, { ...own, timeoutMs: 500 });
      expect(await tryUntilAllowed(limiter)).toBe(4);
      await server.stop("kill");
      const started = performance.now();
      const takes = Array.from({ length: 20 }, () => limiter.take("key", minute, call));
      const results = await Promise.allSettled(takes);
      expect(performance.now() - started).toBeLessThan(2000);
      const reasons = results.map((result) => result.status === "rejected" && result.reason);
      expect(reasons.every(unavailable)).toBe(true);
      await server.start();
      // The twenty calls that failed are not made up for, or none would be left. One that was sent to
      // a server that was still slow may have counted.
      const remaining = await tryUntilAllowed(limiter);
      expect(remaining).toBeGreaterThanOrEqual(0);
      expect(remaining).toBeLessThanOrEqual(3);
    },
  );

  it("fails in time when the server says nothing, and at once when the caller leaves", async () => {
    await using silent = await createRawSite(() => {});
    const clock = new FakeClock();
    const url = `redis://:secret@127.0.0.1:${silent.port}`;
    await using limiter = await createRedisRateLimiter({ clock }, { url });
    const leaving = new AbortController();
    const left = limiter.take("key", minute, leaving);
    const late = limiter.take("key", minute, call);
    const reason = new Error("enough");
    leaving.abort(reason);
    await expect(left).rejects.toBe(reason);
    await Promise.all([
      expect(late).rejects.toThrow("Redis did not answer within 1000 ms."),
      clock.advance(1000),
    ]);
  });
});

describe("RedisRateLimiter whose server refuses connections", () => {
  it("says so", async () => {
    const url = "redis://:secret@127.0.0.1:1";
    await using limiter = await createRedisRateLimiter({}, { url, timeoutMs: 500 });
    await expect(limiter.take("key", minute, call)).rejects.toThrow(
      "Redis did not answer within 500 ms: the connection was refused.",
    );
  });
});

describe("createRedisRateLimiter", () => {
  const refused = async (making: Promise<unknown>): Promise<string> =>
    String(await making.catch((error: unknown) => error));

  it("refuses a URL that is none, without telling it", async () => {
    for (const url of ["", "redis://user:secret@[", "http://secret@host"]) {
      expect(await refused(createRedisRateLimiter({}, { url }))).toBe(
        "CoreError: Option 'url' must be a redis:// or rediss:// URL; or pass the collaborator 'client'.",
      );
    }
  });

  it("refuses a client that is none, a URL beside a client, and options as collaborators", async () => {
    const client = {} as RedisClient;
    expect(await refused(createRedisRateLimiter({ client }))).toContain("'client' must be");
    const real = createClient();
    expect(await refused(createRedisRateLimiter({ client: real }, { url: "redis://h" }))).toContain(
      "'url' cannot be combined",
    );
    const misplaced = { prefix: "p" } as object;
    expect(await refused(createRedisRateLimiter(misplaced))).toContain("'prefix' is an option");
    expect(await refused(createRedisRateLimiter({}, { timeoutMs: 0 }))).toContain("'timeoutMs'");
  });
});

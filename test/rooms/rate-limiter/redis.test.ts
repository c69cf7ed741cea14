import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import { isRateLimiterError } from "dragline/rate-limiter";
import { createRedisRateLimiter } from "dragline/rate-limiter/redis";
import { FakeClock } from "dragline/testing";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { redisUrl } from "../../services.ts";
import { besideMemory } from "./beside-memory.ts";
import { disconnect, redisSubject, removeKeys, skipReason } from "./subjects.ts";

const found = await redisUrl();
const url = found ?? "";
const call = { signal: new AbortController().signal };
const minute = { limit: 3, windowMs: 60_000 };

describe.skipIf(found === undefined)(`RedisRateLimiter${skipReason(found)}`, () => {
  const client = new Redis(url, { lazyConnect: true });
  let prefix = "";

  beforeEach(() => {
    prefix = `test:${randomUUID()}`;
  });

  afterAll(() => disconnect(client));

  it("goes by the server's time", async () => {
    await using limiter = await createRedisRateLimiter({ client }, { prefix });
    const short = { limit: 1, windowMs: 20 };
    expect(await limiter.take("key", short, call)).toEqual({ allowed: true, remaining: 0 });
    let verdict = await limiter.take("key", short, call);
    while (!verdict.allowed) {
      expect(verdict.wait).toBeGreaterThanOrEqual(1);
      expect(verdict.wait).toBeLessThanOrEqual(20);
      verdict = await limiter.take("key", short, call);
    }
    expect(verdict.remaining).toBe(0);
    await removeKeys(url, prefix);
  });

  it("keeps one key for each limit, which goes with its window", async () => {
    await using limiter = await createRedisRateLimiter({ client }, { prefix });
    await limiter.take("a\u0000'{b}\ud800", minute, call);
    await limiter.take("idle", { limit: 3, windowMs: 1 }, call);
    const left = await client.pttl(`${prefix}:3/60000:a\\u0000'{b}\\ud800`);
    expect(left).toBeGreaterThan(50_000);
    expect(left).toBeLessThanOrEqual(60_001);
    while ((await client.exists(`${prefix}:3/1:idle`)) > 0) continue;
    expect(await removeKeys(url, prefix)).toHaveLength(1);
  });

  it("never keeps more times than the limit", async () => {
    const time = new FakeClock();
    await using limiter = await createRedisRateLimiter({ client, time }, { prefix });
    for (let turn = 0; turn < 50; turn += 1) {
      await limiter.take("key", minute, call);
      await time.advance(7000);
    }
    expect(await client.strlen(`${prefix}:3/60000:key`)).toBe(24 + 3 * 8);
    await removeKeys(url, prefix);
  });

  it("says what memory says, whatever the log has been through", async () => {
    await using subject = await redisSubject(client, url);
    expect(await besideMemory(subject)).toEqual([]);
  });

  it("takes calls as just made when the clock is set back, and waits a window at most", async () => {
    const time = new FakeClock();
    await using limiter = await createRedisRateLimiter({ client, time }, { prefix });
    const at = [0, 40_000, 10_000];
    for (const pause of at) {
      await time.advance(pause);
      await limiter.take("key", minute, call);
    }
    const back = new FakeClock(time.now() - 20_000);
    await using later = await createRedisRateLimiter({ client, time: back }, { prefix });
    expect(await later.take("key", minute, call)).toEqual({ allowed: false, wait: 30_000 });
    await back.advance(30_000);
    expect(await later.take("key", minute, call)).toEqual({ allowed: true, remaining: 0 });
    expect(await later.take("key", minute, call)).toEqual({ allowed: false, wait: 30_000 });
    await back.advance(30_000);
    expect(await later.take("key", minute, call)).toEqual({ allowed: true, remaining: 1 });
    await removeKeys(url, prefix);
  });

  it("goes on when the server has forgotten the script", async () => {
    await using limiter = await createRedisRateLimiter({ client }, { prefix });
    await limiter.take("key", minute, call);
    await client.script("FLUSH");
    expect(await limiter.take("key", minute, call)).toEqual({ allowed: true, remaining: 1 });
    await removeKeys(url, prefix);
  });

  it("counts the calls of two limiters together", async () => {
    await using one = await createRedisRateLimiter({}, { url, prefix });
    await using two = await createRedisRateLimiter({ client }, { prefix });
    const limit = { limit: 30, windowMs: 60_000 };
    const takes = Array.from({ length: 100 }, (_, turn) =>
      (turn % 2 === 0 ? one : two).take("key", limit, call),
    );
    const said = await Promise.all(takes);
    expect(said.filter(({ allowed }) => allowed)).toHaveLength(30);
    await removeKeys(url, prefix);
  });

  it("is UNAVAILABLE where the key holds something else", async () => {
    await using limiter = await createRedisRateLimiter({ client }, { prefix });
    await client.rpush(`${prefix}:3/60000:key`, "other");
    const taken = limiter.take("key", minute, call);
    await expect(taken).rejects.toSatisfy((error) => isRateLimiterError(error, "UNAVAILABLE"));
    await removeKeys(url, prefix);
  });

  it("leaves a client open that it was given, without a listener", async () => {
    const before = client.listenerCount("ready");
    await (await createRedisRateLimiter({ client }, { prefix })).close();
    expect(client.listenerCount("ready")).toBe(before);
    expect(await client.ping()).toBe("PONG");
  });
});

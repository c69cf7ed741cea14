import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import type pg from "pg";
import { isRateLimiterError, MemoryRateLimiter } from "dragline/rate-limiter";
import type { RateLimiter } from "dragline/rate-limiter";
import { createPostgresRateLimiter } from "dragline/rate-limiter/postgres";
import { createRedisRateLimiter, type RedisClient } from "dragline/rate-limiter/redis";
import { FakeClock, type RateLimiterSubject } from "dragline/testing";

/** A limiter in memory on a clock of its own. */
export async function memorySubject(): Promise<RateLimiterSubject> {
  const clock = new FakeClock();
  const limiter = new MemoryRateLimiter({ clock });
  return {
    limiter,
    advance: (ms) => clock.advance(ms),
    [Symbol.asyncDispose]: () => limiter.close(),
  };
}

/** A limiter in Redis under a prefix of its own, whose keys are removed with it. */
export async function redisSubject(client: RedisClient, url: string): Promise<RateLimiterSubject> {
  const time = new FakeClock();
  const prefix = `test:${randomUUID()}`;
  const limiter = await createRedisRateLimiter({ client, time }, { prefix, timeoutMs: 20_000 });
  return {
    limiter,
    advance: (ms) => time.advance(ms),
    async [Symbol.asyncDispose]() {
      await limiter.close();
      await removeKeys(url, prefix);
    },
  };
}

/** Removes every key under the prefix; gives their names. */
export async function removeKeys(url: string, prefix: string): Promise<string[]> {
  const redis = new Redis(url);
  const names: string[] = [];
  for await (const found of redis.scanStream({ match: `${prefix}:*`, count: 1000 })) {
    const keys = found as string[];
    names.push(...keys);
    if (keys.length > 0) await redis.unlink(...keys);
  }
  await disconnect(redis);
  return names;
}

/** Resolves when the connection is closed. */
export function disconnect(redis: Redis): Promise<void> {
  return new Promise((resolve) => {
    if (redis.status === "end" || redis.status === "wait") resolve();
    redis.once("end", resolve);
    redis.disconnect();
  });
}

/** A limiter in Postgres in a schema of its own, which is removed with it. */
export async function postgresSubject(pool: pg.Pool): Promise<RateLimiterSubject> {
  const time = new FakeClock();
  const schema = `test_${randomUUID().replaceAll("-", "")}`;
  const limiter = await createPostgresRateLimiter({ pool, time }, { schema, timeoutMs: 20_000 });
  return {
    limiter,
    advance: (ms) => time.advance(ms),
    async [Symbol.asyncDispose]() {
      await limiter.close();
      await pool.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    },
  };
}

/** What follows the title of tests that need a server: why they are skipped. */
export function skipReason(url: string | undefined): string {
  return url === undefined ? " (skipped: no server answers)" : "";
}

/** Milliseconds that a server started again may take to be of use. */
const PATIENCE = 20_000;

/** Takes a call of five a minute until the server is there; gives what is left, -1 when refused. */
export async function tryUntilAllowed(limiter: RateLimiter): Promise<number> {
  const { signal } = new AbortController();
  const end = performance.now() + PATIENCE;
  for (;;) {
    try {
      const verdict = await limiter.take("key", { limit: 5, windowMs: 60_000 }, { signal });
      return verdict.allowed ? verdict.remaining : -1;
    } catch (error) {
      if (!isRateLimiterError(error, "UNAVAILABLE") || performance.now() > end) throw error;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}

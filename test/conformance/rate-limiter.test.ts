import { Redis } from "ioredis";
import pg from "pg";
import { createClient } from "redis";
import { rateLimiterCases, type Case } from "dragline/testing";
import { afterAll, describe, expect, it } from "vitest";
import {
  disconnect,
  memorySubject,
  postgresSubject,
  redisSubject,
  skipReason,
} from "../rooms/rate-limiter/subjects.ts";
import { postgresUrl, redisUrl } from "../services.ts";

const PATTERNS = { patterns: 10_000 };

const redis = await redisUrl();
const postgres = await postgresUrl();

const ioredis = new Redis(redis ?? "", { lazyConnect: true });
const nodeRedis = createClient({ url: redis ?? "" });
if (redis !== undefined) await nodeRedis.connect();
// The patterns are many and may be lost with the server.
const pool = new pg.Pool({ connectionString: postgres, options: "-c synchronous_commit=off" });

afterAll(async () => {
  await disconnect(ioredis);
  if (redis !== undefined) await nodeRedis.close();
  await pool.end();
});

const adapters: readonly (readonly [string, boolean, readonly Case[]])[] = [
  ["MemoryRateLimiter", true, rateLimiterCases(memorySubject, PATTERNS)],
  [
    `RedisRateLimiter with ioredis${skipReason(redis)}`,
    redis !== undefined,
    rateLimiterCases(() => redisSubject(ioredis, redis ?? ""), PATTERNS),
  ],
  [
    `RedisRateLimiter with redis${skipReason(redis)}`,
    redis !== undefined,
    rateLimiterCases(() => redisSubject(nodeRedis, redis ?? ""), { patterns: 100 }),
  ],
  [
    `PostgresRateLimiter${skipReason(postgres)}`,
    postgres !== undefined,
    rateLimiterCases(() => postgresSubject(pool), PATTERNS),
  ],
];

describe.each(adapters)("%s", (_, isThere, cases) => {
  const titled = cases.map((promise) => [promise.title, promise] as const);
  it.skipIf(!isThere).each(titled)(
    "%s",
    async (_, promise) => {
      await expect(promise.run()).resolves.toBeUndefined();
    },
    120_000,
  );
});

import { createBullmqQueue } from "dragline/queue/bullmq";
import { createRedisRateLimiter } from "dragline/rate-limiter/redis";
import { createService, type Service } from "dragline/service";
import { createPostgresRecords } from "dragline/storage/postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FaultProxy } from "../../rigs/fault-proxy.ts";
import { postgresUrl, redisUrl, serverTitle } from "../../services.ts";
import { dropPrefix } from "../queue/bullmq-subject.ts";
import { PostgresSchema } from "../storage/postgres-schema.ts";

/**
 * Milliseconds for a 503, and until all is well again. On a quiet machine they take 1.0 to 1.5 s and 0.2 s;
 * the bounds leave room for what runs beside, and are below the 10 and 5 s that the drivers take.
 */
const PATIENCE = 6000;
const BACK = 3000;

const [postgres, redis] = await Promise.all([postgresUrl(), redisUrl()]);
const servers = postgres === undefined || redis === undefined ? undefined : postgres;
/** Milliseconds for each piece on a slow way. */
const SLOW_MS = 40;

describe.skipIf(servers === undefined)(
  `${serverTitle("a service behind a faulty way", servers)} to Postgres and Redis`,
  () => {
    const schema = new PostgresSchema();
    const owned = new AsyncDisposableStack();
    let toPostgres: FaultProxy;
    let toRedis: FaultProxy;
    let service: Service;
    let key = "";

    beforeAll(async () => {
      const [pgUrl, redisAt] = [postgres ?? "", redis ?? ""];
      toPostgres = owned.use(await FaultProxy.open(Number(new URL(pgUrl).port || 5432), SLOW_MS));
      toRedis = owned.use(await FaultProxy.open(Number(new URL(redisAt).port || 6379), SLOW_MS));
      const url = toRedis.urlOf(redisAt);
      const records = await createPostgresRecords(
        {},
        { connectionString: toPostgres.urlOf(pgUrl), schema: schema.name },
      );
      owned.defer(() => records.close());
      const limiter = await createRedisRateLimiter({}, { url, prefix: `${schema.name}:limits` });
      owned.defer(() => limiter.close());
      const queue = await createBullmqQueue({}, { url, prefix: schema.name });
      owned.defer(() => queue.close(0));
      service = owned.use(createService({ records, queue, limiter }));
      key = (await service.keys.create((await service.accounts.create()).id)).key;
      for (const route of routes) expect(await statusOf(route)).toBe(200);
    });

    afterAll(async () => {
      await owned.disposeAsync();
      await dropPrefix(redis ?? "", schema.name);
      await schema[Symbol.asyncDispose]();
    });

    const routes = ["/health", "/monitors", "/webhooks"];

    async function statusOf(route: string): Promise<number> {
      const headers = { "x-api-key": key };
      const request = new Request(`http://localhost/v1${route}`, { headers });
      return (await service.fetch(request)).status;
    }

    /** What a call is told, and whether it was told in time. */
    async function told(route: string): Promise<string> {
      const from = performance.now();
      const status = await statusOf(route);
      const ms = performance.now() - from;
      return `${route} ${status} ${ms < PATIENCE ? "in time" : `after ${Math.round(ms)} ms`}`;
    }

    /** Waits until `/health` no longer tells a look from before. */
    async function looksAgain(): Promise<void> {
      await expect.poll(() => statusOf("/health"), { interval: 20 }).toBe(503);
    }

    /** Milliseconds until all routes answer as they should. */
    async function recovery(): Promise<number> {
      const from = performance.now();
      for (const route of routes) while ((await statusOf(route)) !== 200);
      return performance.now() - from;
    }

    it.each([
      ["Postgres", () => toPostgres, routes],
      ["Redis", () => toRedis, routes],
    ] as const)(
      "answers 503 in time while %s says nothing, and goes on after it",
      // Beside other work on a small machine a second more goes by now and then.
      { retry: 2 },
      async (_, proxy, asked) => {
        proxy().set("stalled");
        try {
          await looksAgain();
          // The first calls have connections that were good; the second ones may need new ones.
          for (const _turn of [1, 2]) {
            const expected = asked.map((route) => `${route} 503 in time`);
            expect(await Promise.all(asked.map(told))).toEqual(expected);
          }
        } finally {
          proxy().set("open");
        }
        expect(await recovery()).toBeLessThan(BACK);
      },
    );

    it.each([
      ["Postgres", () => toPostgres],
      ["Redis", () => toRedis],
    ] as const)("is itself again at once after %s was cut off for long", async (name, proxy) => {
      proxy().set("cut");
      await looksAgain();
      const [first = ""] = routes;
      expect(await told(first)).toBe(`${first} 503 in time`);
      if (name === "Redis") {
        // Each attempt to come back is one that was refused; the waits between them must not grow.
        await expect.poll(() => toRedis.refused, { interval: 1 }).toBeGreaterThan(60);
      }
      proxy().set("open");
      expect(await recovery()).toBeLessThan(BACK);
    });

    it("is slow, and not down, while each answer takes long", async () => {
      expect(await recovery()).toBeLessThan(10_000);
      for (const proxy of [toPostgres, toRedis]) proxy.set("slow");
      expect(await Promise.all(routes.map(statusOf))).toEqual([200, 200, 200]);
      for (const proxy of [toPostgres, toRedis]) proxy.set("open");
    });
  },
);

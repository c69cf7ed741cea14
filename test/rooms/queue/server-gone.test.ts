import { describe, expect, it } from "vitest";
import type { Queue } from "dragline/queue";
import { createBullmqQueue } from "dragline/queue/bullmq";
import { RecordsQueue } from "dragline/queue/records";
import { createPostgresRecords } from "dragline/storage/postgres";
import { leakedHandles, openHandles } from "dragline/testing";
import { postgresUrl, redisUrl, serverTitle, startPostgres, startRedis } from "../../services.ts";
import type { PrivateServer } from "../../services.ts";

const { signal } = new AbortController();
const TIMEOUT_MS = 1500;

/** Pushes ten jobs, stops the server while two of them run, and starts it again. */
async function expectRecovery(queue: Queue, server: PrivateServer): Promise<void> {
  for (let index = 0; index < 10; index += 1) {
    await queue.push("mail", "", { signal, id: `${index}` });
  }
  const ran = new Set<string>();
  const [two, ten, gate] = [1, 2, 3].map(() => Promise.withResolvers<void>());
  await using _worker = queue.work("mail", { concurrency: 2 }, async ({ id }) => {
    ran.add(id);
    if (ran.size === 2) two?.resolve();
    if (ran.size === 10) ten?.resolve();
    await gate?.promise;
  });
  await two?.promise;
  await server.stop("kill");
  const from = performance.now();
  await expect(queue.push("mail", "", { signal, id: "lost" })).rejects.toMatchObject({
    name: "QueueError",
    code: "UNAVAILABLE",
  });
  await expect(queue.depth("mail", { signal })).rejects.toMatchObject({ code: "UNAVAILABLE" });
  expect(performance.now() - from).toBeLessThan(2 * TIMEOUT_MS + 1000);
  gate?.resolve();
  await server.start();
  await ten?.promise;
  expect(ran.size).toBe(10);
  await expect.poll(() => queue.depth("mail", { signal }), { timeout: 30_000 }).toBe(0);
}

async function onBullmq(): Promise<void> {
  await using server = await startRedis();
  if (server === undefined) throw new Error("No redis-server to start");
  const options = { url: server.url, timeoutMs: TIMEOUT_MS, leaseMs: 2000 };
  await using queue = await createBullmqQueue({}, options);
  await expectRecovery(queue, server);
}

async function onPostgres(): Promise<void> {
  await using server = await startPostgres();
  if (server === undefined) throw new Error("No postgres to start");
  const options = { connectionString: server.url, timeoutMs: TIMEOUT_MS };
  await using records = await createPostgresRecords({}, options);
  await using queue = new RecordsQueue({ records });
  await expectRecovery(queue, server);
}

/** A server that is gone for good: calls fail in time, and the queue can be closed. */
async function bullmqWithoutServer(): Promise<void> {
  const server = await startRedis();
  if (server === undefined) throw new Error("No redis-server to start");
  const options = { url: server.url, timeoutMs: 200 };
  await server[Symbol.asyncDispose]();
  await using queue = await createBullmqQueue({}, options);
  queue.work("mail", { concurrency: 1 }, async () => {});
  const from = performance.now();
  for (const call of [
    queue.push("mail", "", { signal }),
    queue.drop("mail", "1", { signal }),
    queue.depth("mail", { signal }),
  ]) {
    await expect(call).rejects.toMatchObject({ name: "QueueError", code: "UNAVAILABLE" });
  }
  expect(performance.now() - from).toBeLessThan(2000);
}

/** A queue that is closed while the server is away: its connections do not try to come back. */
async function bullmqClosedMeanwhile(): Promise<void> {
  await using server = await startRedis();
  if (server === undefined) throw new Error("No redis-server to start");
  const before = openHandles();
  const queue = await createBullmqQueue({}, { url: server.url, timeoutMs: 500 });
  const ran = Promise.withResolvers<void>();
  queue.work("mail", { concurrency: 1 }, async () => ran.resolve());
  await queue.push("mail", "", { signal });
  await ran.promise;
  await server.stop("kill");
  await expect(queue.depth("mail", { signal })).rejects.toMatchObject({ code: "UNAVAILABLE" });
  await queue[Symbol.asyncDispose]();
  expect(await leakedHandles(before, 2_000_000)).toEqual([]);
}

const redis = await redisUrl();
const postgres = await postgresUrl();

const cases: readonly (readonly [title: string, isThere: boolean, check: () => Promise<void>])[] = [
  [
    serverTitle("Redis goes: calls fail in time, workers resume, and no job is lost", redis),
    redis !== undefined,
    onBullmq,
  ],
  [
    serverTitle("Postgres goes: calls fail in time, workers resume, and no job is lost", postgres),
    postgres !== undefined,
    onPostgres,
  ],
  [
    serverTitle("Redis was never there: calls fail in time, and close ends", redis),
    redis !== undefined,
    bullmqWithoutServer,
  ],
  [
    serverTitle("Redis goes and the queue is closed: nothing comes back", redis),
    redis !== undefined,
    bullmqClosedMeanwhile,
  ],
];

describe.each(cases)("%s", (_, isThere, check) => {
  it.skipIf(!isThere)(
    "holds",
    async () => {
      await expect(check()).resolves.toBeUndefined();
    },
    60_000,
  );
});

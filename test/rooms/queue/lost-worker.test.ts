import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Job, Queue } from "dragline/queue";
import { createBullmqQueue } from "dragline/queue/bullmq";
import { RecordsQueue } from "dragline/queue/records";
import { SqliteRecords } from "dragline/storage/sqlite";
import { Child } from "../../rigs/child.ts";
import { redisUrl, serverTitle } from "../../services.ts";
import { dropPrefix } from "./bullmq-subject.ts";

/** The shortest lease there is: these tests wait for it to end. */
const LEASE_MS = 1000;
const { signal } = new AbortController();

/** Starts the child and waits until it holds three jobs. */
async function holdThree(parts: readonly string[]): Promise<Child> {
  const file = join(import.meta.dirname, "lost-worker-child.ts");
  const child = new Child(file, [...parts, `${LEASE_MS}`]);
  const three = Promise.withResolvers<void>();
  let held = 0;
  child.process.on("message", () => {
    held += 1;
    if (held === 3) three.resolve();
  });
  await three.promise;
  return child;
}

/** Kills the child at once; what it held runs here as attempt 2, the rest as attempt 1. */
async function expectComeback(queue: Queue, parts: readonly string[]): Promise<void> {
  for (let index = 0; index < 5; index += 1) {
    await queue.push("mail", `row ${index}`, { signal, id: `${index}` });
  }
  const child = await holdThree(parts);
  await child.kill();
  const runs: Job[] = [];
  const all = Promise.withResolvers<void>();
  const killedAt = performance.now();
  await using _worker = queue.work("mail", { concurrency: 5 }, async (job) => {
    runs.push(job);
    if (runs.length === 5) all.resolve();
  });
  await all.promise;
  expect(performance.now() - killedAt).toBeLessThan(LEASE_MS * 5);
  expect(runs.map(({ id }) => id).toSorted()).toEqual(["0", "1", "2", "3", "4"]);
  expect(runs.map(({ attempt }) => attempt).toSorted((a, b) => a - b)).toEqual([1, 1, 2, 2, 2]);
}

async function onSqlite(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "dragline-queue-"));
  const path = join(folder, "queue.db");
  {
    await using records = new SqliteRecords({}, { path });
    await using queue = new RecordsQueue({ records }, { leaseMs: LEASE_MS });
    await expectComeback(queue, ["sqlite", path, ""]);
    expect(await queue.depth("mail", { signal })).toBe(0);
  }
  await rm(folder, { recursive: true });
}

async function onBullmq(url: string): Promise<void> {
  const prefix = `test-queue-${randomUUID()}`;
  {
    await using queue = await createBullmqQueue({}, { url, prefix, leaseMs: LEASE_MS });
    await expectComeback(queue, ["bullmq", url, prefix]);
    expect(await queue.depth("mail", { signal })).toBe(0);
  }
  await dropPrefix(url, prefix);
}

const redis = await redisUrl();

const engines: readonly (readonly [title: string, isThere: boolean, check: () => Promise<void>])[] =
  [
    ["SQLite", true, onSqlite],
    [serverTitle("BullMQ", redis), redis !== undefined, () => onBullmq(redis ?? "")],
  ];

describe.each(engines)("a worker that was killed, on %s", (_, isThere, check) => {
  it.skipIf(!isThere)("loses its jobs to another when the lease ends", async () => {
    await expect(check()).resolves.toBeUndefined();
  });
});

import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchmarkCase, BenchmarkSize } from "../case.ts";
import { MissingPeerError } from "../peer.ts";

/** Jobs that run at a time. */
const CONCURRENCY = 100;
/** Jobs of a warm-up, so that statements, scripts and code are ready. */
const WARM_UP = 500;
const redisUrl = process.env["REDIS_URL"] ?? "redis://127.0.0.1:6379";

/** Pushes `count` jobs, and works them all. */
type PushAndWork = (topic: string, count: number) => Promise<void>;

/** A durable queue: push jobs, then work them, each settled on its own; runs do nothing. */
const benchmark: BenchmarkCase = {
  unit: "jobs/s",
  ratios: { "dragline/bullmq": ["sqlite", "bullmq"] },
  variants: {
    async sqlite(size) {
      const { SqliteRecords } = await import("dragline/storage/sqlite");
      const { RecordsQueue } = await import("dragline/queue/records");
      const folder = await mkdtemp(join(tmpdir(), "dragline-benchmark-"));
      try {
        await using records = new SqliteRecords({}, { path: join(folder, "queue.db") });
        await using queue = new RecordsQueue({ records });
        const { signal } = new AbortController();
        return await measure(size, async (topic, count) => {
          const pushes = Array.from({ length: count }, (_, index) =>
            queue.push(topic, `row ${index}`, { signal }),
          );
          await Promise.all(pushes);
          await counted(count, async (counts) => {
            await using _worker = queue.work(topic, { concurrency: CONCURRENCY }, async () => {
              counts.next();
            });
            await counts.all;
          });
        });
      } finally {
        await rm(folder, { recursive: true });
      }
    },
    async bullmq(size) {
      const { Queue, Worker } = await import("bullmq");
      await checkServer();
      const prefix = `benchmark-${randomUUID()}`;
      const connection = { url: redisUrl };
      return measure(size, async (topic, count) => {
        const queue = new Queue<string>(topic, { connection, prefix });
        const jobs = Array.from({ length: count }, (_, index) => ({
          name: "job",
          data: `row ${index}`,
          opts: { removeOnComplete: true },
        }));
        await queue.addBulk(jobs);
        await counted(count, async (counts) => {
          const run = async (): Promise<void> => counts.next();
          const options = { connection, prefix, concurrency: CONCURRENCY };
          const worker = new Worker<string>(topic, run, options);
          await counts.all;
          await worker.close();
        });
        await queue.obliterate({ force: true });
        await queue.close();
      });
    },
  },
};

/** Counts runs. */
interface Counts {
  readonly all: Promise<void>;
  next(): void;
}

async function counted(count: number, work: (counts: Counts) => Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = count;
  await work({
    all: promise,
    next() {
      left -= 1;
      if (left === 0) resolve();
    },
  });
}

async function measure(size: BenchmarkSize, pushAndWork: PushAndWork): Promise<number> {
  await pushAndWork("warm-up", size === "smoke" ? 10 : WARM_UP);
  const count = size === "smoke" ? 200 : 20_000;
  const started = performance.now();
  await pushAndWork("measured", count);
  return (count * 1000) / (performance.now() - started);
}

async function checkServer(): Promise<void> {
  const { Redis } = await import("ioredis");
  const client = new Redis(redisUrl, { lazyConnect: true, retryStrategy: () => null });
  client.on("error", () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new MissingPeerError("No Redis answers at REDIS_URL or 127.0.0.1:6379", { cause: error });
  } finally {
    client.disconnect();
  }
}

export default benchmark;

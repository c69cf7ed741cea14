import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import { systemClock, wait } from "../../../src/core/index.ts";
import { createBullmqQueue, type BullmqQueue } from "dragline/queue/bullmq";
import type { QueueSubject } from "dragline/testing";

/** The first back-off of the suite's BullMQ queues: their time is real, and cases wait multiples of it. */
const RETRY_MS = 100;

/** A queue on BullMQ under a prefix of its own, whose keys go with it. */
export async function bullmqSubject(url: string): Promise<QueueSubject> {
  const prefix = `test-queue-${randomUUID()}`;
  const queues = new Set<BullmqQueue>();
  const another = async (): Promise<BullmqQueue> => {
    const queue = await createBullmqQueue({}, { url, prefix, retryMs: RETRY_MS });
    queues.add(queue);
    return queue;
  };
  return {
    queue: await another(),
    another,
    now: () => systemClock.now(),
    advance: (ms) => wait(systemClock, ms),
    retryMs: RETRY_MS,
    async [Symbol.asyncDispose]() {
      await Promise.all([...queues].map((queue) => queue.close(0)));
      await dropPrefix(url, prefix);
    },
  };
}

/** Removes all keys of a prefix. */
export async function dropPrefix(url: string, prefix: string): Promise<void> {
  const client = new Redis(url);
  try {
    const keys = await client.keys(`${prefix}:*`);
    if (keys.length > 0) await client.unlink(keys);
  } finally {
    client.disconnect();
  }
}

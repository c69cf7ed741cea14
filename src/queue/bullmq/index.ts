/**
 * Durable jobs on Redis, through BullMQ.
 *
 * Loads no package; `bullmq` and `ioredis` (`npm install bullmq ioredis`) on first use.
 *
 * @example
 * ```ts
 * import { createBullmqQueue } from "dragline/queue/bullmq";
 *
 * const queue = await createBullmqQueue({}, { url: "redis://localhost:6379" });
 * await queue.push("scrape", "https://example.com/", { signal: AbortSignal.timeout(1000) });
 * await queue.close(10_000);
 * ```
 * @packageDocumentation
 */
export type { BullmqQueueOptions } from "./bullmq-options.ts";
export {
  createBullmqQueue,
  type BullmqQueue,
  type BullmqQueueCollaborators,
} from "./create-bullmq-queue.ts";

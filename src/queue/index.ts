/**
 * The port of a job queue that runs every job at least once.
 *
 * Loads no package.
 *
 * @example
 * ```ts
 * import type { Queue } from "dragline/queue";
 * import { MemoryQueue } from "dragline/queue/memory";
 *
 * const queue: Queue = new MemoryQueue();
 * console.log(typeof queue.push);
 * ```
 * @packageDocumentation
 */
export { isQueueError, QueueError } from "./queue-error.ts";
export type { Call, Job, PushOptions, Queue, Run, Worker, WorkOptions } from "./queue.ts";
export type { RetryOptions } from "./retry-delay.ts";

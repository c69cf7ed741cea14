/**
 * Jobs in the memory of one process.
 *
 * Loads `p-queue`.
 *
 * @example
 * ```ts
 * import { MemoryQueue } from "dragline/queue/memory";
 *
 * const queue = new MemoryQueue();
 * await queue.push("scrape", "https://example.com/", { signal: AbortSignal.timeout(1000) });
 * await queue.close(10_000);
 * ```
 * @packageDocumentation
 */
export { MemoryJobs, type MemoryJobsCollaborators } from "./memory-jobs.ts";
export { MemoryQueue, type MemoryQueueCollaborators } from "./memory-queue.ts";

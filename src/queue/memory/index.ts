export { MemoryJobs, type MemoryJobsCollaborators } from "./memory-jobs.ts";
export { MemoryQueue, type MemoryQueueCollaborators } from "./memory-queue.ts";

export type { RecordsQueueOptions } from "./records-options.ts";
export { RecordsQueue, type RecordsQueueCollaborators } from "./records-queue.ts";

export type { BullmqQueueOptions } from "./bullmq-options.ts";
export {
  createBullmqQueue,
  type BullmqQueue,
  type BullmqQueueCollaborators,
} from "./create-bullmq-queue.ts";

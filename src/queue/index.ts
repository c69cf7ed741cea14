export { isQueueError, QueueError } from "./queue-error.ts";
export type { Call, Job, PushOptions, Queue, Run, Worker, WorkOptions } from "./queue.ts";
export type { RetryOptions } from "./retry-delay.ts";

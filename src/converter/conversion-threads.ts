import type { Worker } from "node:worker_threads";
import { CoreError, WorkerThreads, type Clock, type ThreadErrors } from "../core/index.ts";
import { HtmlError } from "../html/index.ts";
import { MarkdownError } from "../markdown/index.ts";
import { ConverterError } from "./converter-error.ts";
import type { PoolSettings } from "./pool-options.ts";

/** What the threads are made with. */
interface ThreadParts {
  readonly clock: Clock;
  readonly createWorker: (limits: { readonly memoryBytes: number }) => Worker;
}

const errors: ThreadErrors = {
  timedOut: (ms) =>
    new ConverterError("CONVERSION_TIMEOUT", {
      message: `The conversion took longer than ${ms} ms.`,
      details: { ms },
    }),
  lost: (why, cause) =>
    new ConverterError("WORKER_LOST", {
      message: `The worker thread was lost: ${why}.`,
      cause,
    }),
  closed: () => new ConverterError("POOL_CLOSED", { message: "The converter pool was disposed." }),
};

/** Threads that convert, one page in each at a time: whose buffers are given away. */
export function createConversionThreads(
  { clock, createWorker }: ThreadParts,
  { threads, memoryBytes, pageTimeoutMs }: PoolSettings,
): WorkerThreads {
  return new WorkerThreads({
    clock,
    startWorker: () => createWorker({ memoryBytes }),
    threads,
    jobsPerThread: 1,
    jobTimeoutMs: pageTimeoutMs,
    errors,
    errorClasses: [ConverterError, CoreError, HtmlError, MarkdownError],
  });
}

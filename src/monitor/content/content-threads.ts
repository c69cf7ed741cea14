import {
  CoreError,
  DeadlineExceeded,
  startWorker,
  WorkerThreads,
  type Clock,
  type ThreadErrors,
} from "../../core/index.ts";
import { HtmlError } from "../../html/index.ts";
import { MarkdownError } from "../../markdown/index.ts";
import { MonitorError } from "../monitor-error.ts";

/** Limits of threads of one kind. */
interface ContentThreadsParts {
  readonly clock: Clock;
  readonly threads: number;
  readonly memoryBytes: number;
  readonly jobTimeoutMs: number;
}

/** A thread that was lost with its job: it took too much memory, for example. */
export class ThreadLost extends Error {
  override readonly name = "ThreadLost";
}

const errors: ThreadErrors = {
  timedOut: (ms) => new DeadlineExceeded(ms),
  lost: (why, cause) => new ThreadLost(why, { cause }),
  closed: () => new MonitorError("MONITORS_CLOSED", { message: "The content maker was disposed." }),
};

/** Threads that make contents, one job in each at a time. */
export function createContentThreads(parts: ContentThreadsParts): WorkerThreads {
  const { memoryBytes, ...rest } = parts;
  return new WorkerThreads({
    ...rest,
    startWorker: () =>
      startWorker({ beside: import.meta.url, name: "content-worker", memoryBytes }),
    jobsPerThread: 1,
    errors,
    errorClasses: [CoreError, HtmlError, MarkdownError, MonitorError],
  });
}

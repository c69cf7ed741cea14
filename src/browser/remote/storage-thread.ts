import { startWorker, WorkerThreads, type Clock, type ThreadErrors } from "../../core/index.ts";
import { BrowserError } from "../browser-error.ts";
import { poolClosed } from "../pool/pool-errors.ts";

const MEMORY = 64 * 1024 * 1024;
/** Milliseconds that one walk may take. */
const PATIENCE = 30_000;
/** Walks that are with the thread at once: it need not wait for the next. */
const AT_ONCE = 16;

const errors: ThreadErrors = {
  timedOut: (ms) =>
    new BrowserError("TIMEOUT", { message: `Measuring the disk usage took longer than ${ms} ms.` }),
  lost: (why, cause) =>
    new BrowserError("BROWSER_LOST", {
      message: `Measuring the disk usage failed: ${why}.`,
      cause,
    }),
  closed: poolClosed,
};

/**
 * Looks at folders in a thread of its own: a disk that is slow, or a folder of very many files, holds up
 * neither the process nor its other files. The thread starts with the first look.
 */
export class StorageThread implements AsyncDisposable {
  readonly #threads: WorkerThreads;

  constructor(clock: Clock) {
    this.#threads = new WorkerThreads({
      clock,
      startWorker: () =>
        startWorker({
          beside: import.meta.url,
          name: "storage-worker",
          memoryBytes: MEMORY,
        }),
      threads: 1,
      jobsPerThread: AT_ONCE,
      jobTimeoutMs: PATIENCE,
      errors,
      errorClasses: [],
    });
  }

  /**
   * Bytes that the files below a folder take on the disk.
   * @throws BrowserError `TIMEOUT`, `BROWSER_LOST`, `POOL_CLOSED`
   */
  async bytesBelow(folder: string): Promise<number> {
    return (await this.#threads.run({ job: folder, signal: undefined })) as number;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#threads[Symbol.asyncDispose]();
  }
}

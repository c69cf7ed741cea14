import { startWorker, WorkerThreads, type Clock } from "../../core/index.ts";
import { indexClosed } from "../page-index/index-closed.ts";
import { SearchError } from "../search-error.ts";
import type { Erased, SqliteJob, SqliteWorkerStart } from "./sqlite-job.ts";

/** Milliseconds after which a job is given up, that of the largest page included. */
const JOB_TIMEOUT_MS = 120_000;
/** Bytes of the thread's heap. */
const MEMORY_BYTES = 1_073_741_824;

/** Milliseconds after a removal in which others may come, so that they share the work. */
const GATHER_MS = 1000;
/** Milliseconds until another try where somebody needs what is to go. */
const RETRY_MS = 500;
/** Milliseconds until the next erasure: so many times as long as the last one took. */
const ERASE_SHARE = 10;

/** What the thread works on. */
interface SqliteThreadParts {
  readonly clock: Clock;
  readonly path: string;
  /** Milliseconds that a call waits for other processes. */
  readonly timeoutMs: number;
}

interface Turn {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The thread of an index, with one job at a time; searches and readings go before what waits else. A call that is
 * cancelled ends its job where nothing is half done, and the thread with what it holds stays.
 */
export class SqliteThread {
  readonly #threads: WorkerThreads;
  readonly #cancelled = new Int32Array(new SharedArrayBuffer(4));
  readonly #questions = new Set<Turn>();
  readonly #others = new Set<Turn>();
  /** Resolves when the job in work is over and none waits. */
  #busy: PromiseWithResolvers<void> | undefined;
  /** Whether there was a job. */
  #isOpen = false;
  readonly #clock: Clock;
  /** Nothing of what is in memory is on a disk. */
  readonly #isFile: boolean;
  #cancelErasure: (() => void) | undefined;
  #erasesFrom = 0;
  #closing: Promise<void> | undefined;
  /** Why what was in memory is gone. */
  #lost: SearchError | undefined;

  constructor({ clock, path, timeoutMs }: SqliteThreadParts) {
    this.#clock = clock;
    this.#isFile = path !== ":memory:";
    const failed = (why: string, cause?: unknown): SearchError => {
      const error = threadLost(path, why, cause);
      if (path === ":memory:") this.#lost = error;
      return error;
    };
    this.#threads = new WorkerThreads({
      clock,
      startWorker: () =>
        startWorker({
          beside: import.meta.url,
          name: "sqlite-worker",
          memoryBytes: MEMORY_BYTES,
          workerData: {
            path,
            timeoutMs,
            cancelled: this.#cancelled.buffer,
          } satisfies SqliteWorkerStart,
        }),
      threads: 1,
      jobsPerThread: 1,
      jobTimeoutMs: JOB_TIMEOUT_MS,
      errors: {
        timedOut: (ms) => failed(`a call took longer than ${ms} ms`),
        lost: failed,
        closed: indexClosed,
      },
      errorClasses: [SearchError],
    });
  }

  /**
   * Does a job when its turn has come.
   * @throws the signal's reason, when the job has stopped; SearchError
   */
  async run(job: SqliteJob, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    if (this.#closing !== undefined) throw indexClosed();
    const isQuestion = job.kind === "search" || job.kind === "read";
    await this.#turn(isQuestion ? this.#questions : this.#others, signal);
    const cancel = (): unknown => Atomics.store(this.#cancelled, 0, 1);
    signal.addEventListener("abort", cancel, { once: true });
    try {
      if (this.#lost !== undefined) throw this.#lost;
      // A process that was killed may have left what it had removed.
      const isFirst = !this.#isOpen;
      const result = await this.#carryOut(job);
      const hasRemoved = (job.kind === "remove" || job.kind === "sweep") && result !== 0;
      if (isFirst || hasRemoved) this.#eraseIn(GATHER_MS);
      return result;
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener("abort", cancel);
      Atomics.store(this.#cancelled, 0, 0);
      this.#next();
    }
  }

  /** Refuses what waits, and ends the thread after the job in work. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** Has what was removed overwritten, step by step between other jobs. */
  #eraseIn(ms: number): void {
    if (!this.#isFile || this.#closing !== undefined) return;
    const wait = Math.max(ms, this.#erasesFrom - this.#clock.monotonic());
    this.#cancelErasure ??= this.#clock.timer(wait, () => void this.#erase());
  }

  async #erase(): Promise<void> {
    const begun = this.#clock.monotonic();
    const { signal } = new AbortController();
    let erased: Erased = "some";
    try {
      while (erased === "some") erased = (await this.run({ kind: "erase" }, signal)) as Erased;
    } catch {
      // Closed; or a file that may not be written, or that failed: the next removal tries again.
      erased = "all";
    }
    this.#cancelErasure = undefined;
    const end = this.#clock.monotonic();
    if (erased === "held") this.#eraseIn(RETRY_MS);
    else this.#erasesFrom = end + (end - begun) * ERASE_SHARE;
  }

  async #close(): Promise<void> {
    this.#cancelErasure?.();
    for (const line of [this.#questions, this.#others]) {
      for (const { reject } of line) reject(indexClosed());
      line.clear();
    }
    await this.#busy?.promise;
    if (this.#isOpen) await this.#carryOut({ kind: "close" }).catch(() => {});
    await this.#threads[Symbol.asyncDispose]();
  }

  #carryOut(job: SqliteJob): Promise<unknown> {
    this.#isOpen = true;
    return this.#threads.run({ job, signal: undefined });
  }

  #turn(line: Set<Turn>, signal: AbortSignal): Promise<void> {
    if (this.#busy === undefined) {
      this.#busy = Promise.withResolvers();
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        line.delete(turn);
        reject(signal.reason);
      };
      const turn = {
        resolve: () => {
          signal.removeEventListener("abort", leave);
          resolve();
        },
        reject: (error: unknown) => {
          signal.removeEventListener("abort", leave);
          reject(error);
        },
      };
      signal.addEventListener("abort", leave, { once: true });
      line.add(turn);
    });
  }

  #next(): void {
    const line = this.#questions.size > 0 ? this.#questions : this.#others;
    const [turn] = line;
    if (turn !== undefined) {
      line.delete(turn);
      turn.resolve();
      return;
    }
    this.#busy?.resolve();
    this.#busy = undefined;
  }
}

function threadLost(path: string, why: string, cause: unknown): SearchError {
  return new SearchError("INDEX_UNAVAILABLE", {
    message: `The thread of the index in ${JSON.stringify(path)} ended: ${why}.`,
    cause,
  });
}

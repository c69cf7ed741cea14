import type { Worker } from "node:worker_threads";
import type { ThreadJob, ThreadTask } from "./thread-job.ts";
import { WaitingLine } from "./waiting-line.ts";
import { WorkerThread, type ThreadParts } from "./worker-thread.ts";

/** What worker threads are made with. */
export interface ThreadsParts extends ThreadParts {
  readonly startWorker: () => Worker;
  /** Most threads at once. */
  readonly threads: number;
  /** Most jobs that are with a thread at once, the one in work included. */
  readonly jobsPerThread: number;
}

/**
 * Worker threads of one kind, started when there is work for them; what is too much for them waits in
 * order. A thread that is lost takes only the job in work with it and is replaced; the jobs behind
 * that one go to another.
 */
export class WorkerThreads implements AsyncDisposable {
  readonly #parts: ThreadsParts;
  readonly #threads = new Set<WorkerThread>();
  readonly #queue = new WaitingLine<ThreadJob>();
  /** Those that were with a thread that ended; they go first. */
  readonly #returned = new WaitingLine<ThreadJob>();
  #closed = false;

  constructor(parts: ThreadsParts) {
    this.#parts = parts;
  }

  /** How many jobs wait for a thread. */
  get waiting(): number {
    return this.#queue.size + this.#returned.size;
  }

  /** Whether a job that came now would not have to wait. */
  get hasRoom(): boolean {
    return this.#threads.size < this.#parts.threads || this.#leastLoaded() !== undefined;
  }

  /**
   * Does a job when its turn has come.
   * @throws what the job throws; the signal's reason, when the work has stopped; the room's own errors
   *   for a job that takes too long, a lost thread, and after disposal
   */
  async run(task: ThreadTask): Promise<unknown> {
    const { signal } = task;
    signal?.throwIfAborted();
    if (this.#closed) throw this.#parts.errors.closed();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const job: ThreadJob = { ...task, resolve, reject };
    const cancel = (): void => this.#cancel(job);
    signal?.addEventListener("abort", cancel, { once: true });
    job.place = this.#queue.add(job);
    this.#hand();
    try {
      return await promise;
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  }

  /** Ends every thread; what waits or is in work is rejected. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    for (let job = this.#next(); job !== undefined; job = this.#next()) {
      job.reject(this.#parts.errors.closed());
    }
    const reason = this.#parts.errors.closed();
    await Promise.all([...this.#threads].map((thread) => thread.stop(reason)));
  }

  /** Hands jobs to threads as long as there are both. */
  #hand(): void {
    while (this.waiting > 0 && this.hasRoom) {
      const job = this.#next();
      try {
        if (job !== undefined) this.#freeThread().give(job);
      } catch (error) {
        job?.reject(error);
      }
    }
  }

  /** An idle thread, else a new one, else that with the fewest jobs. */
  #freeThread(): WorkerThread {
    const free = this.#leastLoaded();
    const isBest = free?.load === 0 || this.#threads.size >= this.#parts.threads;
    return free !== undefined && isBest ? free : this.#start();
  }

  #leastLoaded(): WorkerThread | undefined {
    let free: WorkerThread | undefined;
    for (const thread of this.#threads) {
      if (thread.alive && thread.load < (free?.load ?? this.#parts.jobsPerThread)) free = thread;
    }
    return free;
  }

  #start(): WorkerThread {
    const thread = new WorkerThread(this.#parts.startWorker(), this.#parts, {
      onChange: (left) => this.#changed(thread, left),
    });
    this.#threads.add(thread);
    return thread;
  }

  #changed(thread: WorkerThread, left: readonly ThreadJob[] | undefined): void {
    if (left !== undefined) this.#threads.delete(thread);
    for (const job of left ?? []) {
      if (this.#closed) job.reject(this.#parts.errors.closed());
      else job.place = this.#returned.add(job);
    }
    this.#hand();
  }

  #next(): ThreadJob | undefined {
    return this.#returned.take() ?? this.#queue.take();
  }

  #cancel(job: ThreadJob): void {
    if (job.place?.leave() === true) job.reject(job.signal?.reason);
    else for (const thread of this.#threads) thread.cancel(job);
  }
}

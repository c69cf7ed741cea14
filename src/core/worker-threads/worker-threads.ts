import type { Worker } from "node:worker_threads";
import { FairLine } from "./fair-line.ts";
import { Lateness } from "./lateness.ts";
import { currentOwner } from "./owner.ts";
import type { ThreadJob, ThreadTask } from "./thread-job.ts";
import { WorkerThread, type ThreadParts } from "./worker-thread.ts";

/** What worker threads are made with. */
export interface ThreadsParts extends ThreadParts {
  readonly startWorker: () => Worker;
  /** Most threads at once. */
  readonly threads: number;
  /** Most jobs that are with a thread at once, the one in work included. */
  readonly jobsPerThread: number;
  /** Whose jobs ran out of time; of these threads alone when absent. */
  readonly lateness?: Lateness | undefined;
}

/**
 * Worker threads of one kind, started when there is work for them; what is too much for them waits in
 * order, and where it is for several owners ({@link onBehalfOf}) they take turns. Who has no job with
 * a thread while all threads are with one other owner, or with such as ran out of time within the last
 * minute, gets a thread more; who ran out of time has one thread at most. A thread that is lost takes
 * only the job in work with it and is replaced; the jobs behind that one go to another.
 */
export class WorkerThreads implements AsyncDisposable {
  readonly #parts: ThreadsParts;
  readonly #threads = new Set<WorkerThread>();
  readonly #queue = new FairLine<ThreadJob>();
  /** Those that were with a thread that ended; they go first. */
  readonly #returned = new FairLine<ThreadJob>();
  readonly #lateness: Lateness;
  #closed = false;

  constructor(parts: ThreadsParts) {
    this.#parts = parts;
    this.#lateness = parts.lateness ?? new Lateness(parts.clock);
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
    const job: ThreadJob = { ...task, owner: currentOwner(), resolve, reject };
    const cancel = (): void => this.#cancel(job);
    signal?.addEventListener("abort", cancel, { once: true });
    job.place = this.#queue.add(job.owner, job);
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
    for (let job = this.#nextWithRoom(); job !== undefined; job = this.#nextWithRoom()) {
      try {
        (this.#threadFor(job.owner) ?? this.#start()).give(job);
      } catch (error) {
        job.reject(error);
      }
    }
  }

  #nextWithRoom(): ThreadJob | undefined {
    const fits = (owner: string): boolean => this.#mayHave(owner) && this.#hasRoomFor(owner);
    return this.#next(fits) ?? this.#nextAside();
  }

  #hasRoomFor(owner: string): boolean {
    return this.#threads.size < this.#parts.threads || this.#threadFor(owner) !== undefined;
  }

  /** An idle thread; where there may be no new one, that of the owner's alone with the fewest jobs. */
  #threadFor(owner: string): WorkerThread | undefined {
    const idle = this.#leastLoaded();
    if (idle?.load === 0) return idle;
    if (this.#threads.size < this.#parts.threads || this.#queue.hasOthers(owner)) return undefined;
    return this.#leastLoaded((thread) => thread.owners.every((each) => each === owner));
  }

  /** Whether one more job of the owner may be with a thread. */
  #mayHave(owner: string): boolean {
    if (!this.#lateness.isLate(owner)) return true;
    return ![...this.#threads].some((thread) => thread.owners.includes(owner));
  }

  /** Where all threads are taken: a job that gets one more, so that nobody takes all from all. */
  #nextAside(): ThreadJob | undefined {
    if (this.#threads.size !== this.#parts.threads) return undefined;
    const holders = new Set([...this.#threads].flatMap(({ owners }) => owners));
    const prompt = [...holders].filter((owner) => !this.#lateness.isLate(owner));
    if (holders.size > 1 && prompt.length > 0) return undefined;
    return this.#next((owner) => !holders.has(owner) && !this.#lateness.isLate(owner));
  }

  #leastLoaded(counts: (thread: WorkerThread) => boolean = () => true): WorkerThread | undefined {
    let free: WorkerThread | undefined;
    for (const thread of this.#threads) {
      const isLess = thread.load < (free?.load ?? this.#parts.jobsPerThread);
      if (thread.alive && isLess && counts(thread)) free = thread;
    }
    return free;
  }

  #start(): WorkerThread {
    const thread = new WorkerThread(this.#parts.startWorker(), this.#parts, {
      onChange: (left) => this.#changed(thread, left),
      onLate: ({ owner }) => this.#lateness.note(owner),
    });
    this.#threads.add(thread);
    return thread;
  }

  #changed(thread: WorkerThread, left: readonly ThreadJob[] | undefined): void {
    if (left !== undefined) this.#threads.delete(thread);
    for (const job of left ?? []) {
      if (this.#closed) job.reject(this.#parts.errors.closed());
      else job.place = this.#returned.add(job.owner, job);
    }
    if (thread.alive && thread.load === 0 && this.#threads.size > this.#parts.threads) {
      void thread.stop(this.#parts.errors.closed());
    }
    this.#hand();
  }

  #next(mayGo?: (owner: string) => boolean): ThreadJob | undefined {
    return this.#returned.take(mayGo) ?? this.#queue.take(mayGo);
  }

  #cancel(job: ThreadJob): void {
    if (job.place?.leave() === true) job.reject(job.signal?.reason);
    else for (const thread of this.#threads) thread.cancel(job);
  }
}

import type { Worker } from "node:worker_threads";
import type { Clock } from "../clock.ts";
import { unpackError, type ErrorClass } from "./carried-error.ts";
import type { ThreadErrors, ThreadJob, ThreadReply } from "./thread-job.ts";

/** What a thread is made with. */
export interface ThreadParts {
  readonly clock: Clock;
  /** Milliseconds that a job may take, from when the thread begins it. */
  readonly jobTimeoutMs: number;
  readonly errors: ThreadErrors;
  /** Classes of the errors that jobs throw. */
  readonly errorClasses: readonly ErrorClass[];
}

/** What a thread tells the code that started it. */
interface ThreadEvents {
  /**
   * A job has left it, or it has ended.
   * @param left when it has ended: the jobs that it had not begun
   */
  onChange(left?: readonly ThreadJob[]): void;
  /** The job in work has run out of time. */
  onLate(job: ThreadJob): void;
}

/**
 * One worker thread that does one job after another, in order; more than one may be with it, so that
 * it need not wait for the next. Nothing else can stop a job, so the thread ends with the one that
 * takes too long or is cancelled; `alive` says so.
 */
export class WorkerThread {
  readonly #worker: Worker;
  readonly #parts: ThreadParts;
  readonly #events: ThreadEvents;
  readonly #loaded = Promise.withResolvers<void>();
  /** Those that it has not answered; the first is in work once the thread has loaded. */
  readonly #jobs: ThreadJob[] = [];
  /** Jobs that nobody waits for any more. */
  readonly #dropped = new Set<ThreadJob>();
  #isLoaded = false;
  #alive = true;
  /** Why the thread ended. */
  #end: unknown;
  #cancelTimer: (() => void) | undefined;

  constructor(worker: Worker, parts: ThreadParts, events: ThreadEvents) {
    this.#worker = worker;
    this.#parts = parts;
    this.#events = events;
    worker.on("message", (reply: ThreadReply) => this.#hear(reply));
    worker.on("error", (cause: Error) => this.#fail(cause));
    worker.on("messageerror", (cause) => void this.stop(this.#lost(cause.message, cause)));
    worker.once("exit", () => this.#exited());
  }

  /** Whether it can take jobs. */
  get alive(): boolean {
    return this.#alive;
  }

  /** How many jobs are with it. */
  get load(): number {
    return this.#jobs.length;
  }

  /** For whom its jobs are. */
  get owners(): readonly string[] {
    return this.#jobs.map(({ owner }) => owner);
  }

  /** Gives it a job, to be begun when those before it are through. */
  give(job: ThreadJob): void {
    this.#jobs.push(job);
    if (this.#isLoaded) this.#post(job);
  }

  /** Rejects a job with its signal's reason: that in work when the thread has ended, another at once. */
  cancel(job: ThreadJob): void {
    const place = this.#jobs.indexOf(job);
    if (place === -1) return;
    const reason: unknown = job.signal?.reason;
    if (place === 0 && this.#isLoaded) {
      void this.stop(reason);
      return;
    }
    // From the letter box of a thread nothing can be taken back.
    if (this.#isLoaded) this.#dropped.add(job);
    else this.#jobs.splice(place, 1);
    job.reject(reason);
  }

  /** Ends the thread; the job in work is rejected with `reason`. */
  async stop(reason: unknown): Promise<void> {
    if (this.#alive) this.#end ??= reason;
    this.#alive = false;
    // Node can crash when a thread is ended while it loads its modules.
    await this.#loaded.promise;
    await this.#worker.terminate();
  }

  #post(job: ThreadJob): void {
    try {
      this.#worker.postMessage(job.job, job.transfer ?? []);
    } catch (error) {
      this.#jobs.splice(this.#jobs.indexOf(job), 1);
      job.reject(error);
      this.#events.onChange();
      return;
    }
    if (this.#jobs[0] === job) this.#begin();
  }

  #begin(): void {
    const { clock, jobTimeoutMs, errors } = this.#parts;
    this.#cancelTimer = clock.timer(jobTimeoutMs, () => {
      const [job] = this.#jobs;
      if (job !== undefined) this.#events.onLate(job);
      void this.stop(errors.timedOut(jobTimeoutMs));
    });
  }

  #hear(reply: ThreadReply): void {
    if (reply.kind === "ready") this.#load();
    // What a thread that is being ended still says comes too late.
    if (!this.#alive) return;
    if (reply.kind === "note") this.#jobs[0]?.onNote?.(reply.note);
    else if (reply.kind === "result") this.#take()?.resolve(reply.result);
    else if (reply.kind === "failure") {
      this.#take()?.reject(unpackError(reply.error, this.#parts.errorClasses));
    }
    if (reply.kind !== "note") this.#events.onChange();
  }

  #load(): void {
    this.#isLoaded = true;
    this.#loaded.resolve();
    // Of a copy, because what cannot be sent leaves.
    if (this.#alive) for (const job of this.#jobs.slice()) this.#post(job);
  }

  /** Takes out the job that was in work, and times the next. */
  #take(): ThreadJob | undefined {
    this.#cancelTimer?.();
    const job = this.#jobs.shift();
    if (job !== undefined) this.#dropped.delete(job);
    if (this.#jobs.length > 0) this.#begin();
    return job;
  }

  #fail(cause: Error): void {
    this.#alive = false;
    this.#end ??= this.#lost(cause.message, cause);
  }

  #lost(why: string, cause?: unknown): Error {
    return this.#parts.errors.lost(why.replace(/\.$/, ""), cause);
  }

  #exited(): void {
    this.#alive = false;
    this.#cancelTimer?.();
    const reason = this.#end ?? this.#lost("it ended by itself");
    // A thread that does not even load fails all that wait for it: another would not load either.
    const failed = this.#jobs.splice(0, this.#isLoaded ? 1 : this.#jobs.length);
    const left = this.#jobs.splice(0).filter((job) => !this.#dropped.has(job));
    for (const job of failed) job.reject(reason);
    this.#loaded.resolve();
    this.#events.onChange(left);
  }
}

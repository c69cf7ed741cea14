import type { NewJob } from "./job-store.ts";
import type { Run, Worker } from "./queue.ts";

/** A worker that the queue can end. */
export interface EngineWorker extends Worker {
  /** Resolves when the worker has stopped and no job runs. */
  readonly ended: Promise<void>;
  /** Stops claiming; the same promise as {@link ended}. */
  stop(): Promise<void>;
  /** Aborts the runs, so that the jobs that they do not finish come back at once. */
  abort(reason: unknown): void;
}

/** What is worked, by whom. */
export interface Work {
  readonly topic: string;
  readonly concurrency: number;
  /** Jobs beside, of owners of which none runs. */
  readonly aside: number;
  readonly run: Run;
}

/** What differs between queues; arguments were checked and the queue is open. */
export interface QueueEngine {
  push(job: NewJob): Promise<boolean>;
  drop(topic: string, id: string, signal: AbortSignal): Promise<boolean>;
  depth(topic: string, signal: AbortSignal): Promise<number>;
  work(work: Work): EngineWorker;
  /** Releases what the engine owns, after the last call and the last worker. */
  close(): Promise<void>;
}

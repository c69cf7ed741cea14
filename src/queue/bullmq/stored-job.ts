import type { JobsOptions, WorkerOptions } from "bullmq";
import { bullmqName } from "./bullmq-name.ts";

/** What BullMQ keeps of a job. */
export interface StoredJob {
  readonly id: string;
  readonly body: string;
}

/** When a job is due, and under which names. */
export interface StoredJobFacts {
  /** The id within the topic. */
  readonly id: string;
  /** Unique among all jobs ever: tells whether a push made a job. */
  readonly token: string;
  readonly delay: number;
  readonly priority: number;
}

/** BullMQ's lowest priority number counts as none and goes first; ours begin behind it. */
const PRIORITY_OFFSET = 1001;
/** BullMQ wants an end; at one attempt each 5 min this one is 20,000 years away. */
const ENDLESS = 2 ** 31 - 1;

/** How BullMQ is told about a job: one per id until it is settled, and then forgotten. */
export function jobOptions({ id, token, delay, priority }: StoredJobFacts): JobsOptions {
  return {
    jobId: token,
    deduplication: { id: bullmqName(id) },
    delay,
    priority: priority + PRIORITY_OFFSET,
    attempts: ENDLESS,
    backoff: { type: "custom" },
    removeOnComplete: true,
    removeOnFail: true,
    stackTraceLimit: 0,
  };
}

/** A job that was not settled. What its run threw may hold secrets, or steer BullMQ by its name. */
export class UnsettledRun extends Error {
  override readonly name = "UnsettledRun";
  /** Milliseconds after which the job is due again. */
  readonly dueIn: number;

  constructor(dueIn: number) {
    super("The run did not come to its end");
    this.dueIn = dueIn;
  }
}

/** Leases, recovery of lost workers' jobs and back-off as BullMQ calls them. */
export function workerOptions(leaseMs: number): Omit<WorkerOptions, "connection"> {
  return {
    lockDuration: leaseMs,
    lockRenewTime: Math.ceil(leaseMs / 3),
    stalledInterval: Math.ceil(leaseMs / 3),
    maxStalledCount: ENDLESS,
    runRetryDelay: 1000,
    settings: {
      backoffStrategy: (_attemptsMade, _type, failure) =>
        failure instanceof UnsettledRun ? failure.dueIn : 0,
    },
  };
}

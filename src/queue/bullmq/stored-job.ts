import type { JobsOptions, WorkerOptions } from "bullmq";
import { bullmqName } from "./bullmq-name.ts";

/** What BullMQ keeps of a job. */
export interface StoredJob {
  readonly id: string;
  readonly body: string;
  readonly owner?: string | undefined;
  /** How often it was claimed and not run, as all slots but those beside were taken; none when absent. */
  readonly passed?: number;
}

/** When a job is due, and under which names. */
interface StoredJobFacts {
  /** The id within the topic. */
  readonly id: string;
  /** Unique among all jobs ever: tells whether a push made a job. */
  readonly token: string;
  readonly delay: number;
  readonly priority: number;
  /** Of its owner's jobs; undefined for nobody's, which go first. */
  readonly lane: number | undefined;
}

/** The lowest priority; BullMQ's begin behind its own lowest, which counts as none and goes first. */
const LOWEST_PRIORITY = -1000;
/** Lanes of each priority, as many as BullMQ's 2^21 priorities have room for. */
const LANES = 1047;
/** BullMQ wants an end; at one attempt each 5 min this one is 20,000 years away. */
const ENDLESS = 2 ** 31 - 1;

/** The BullMQ options of a job: one per id until it is settled, and then forgotten. */
export function jobOptions({ id, token, delay, priority, lane }: StoredJobFacts): JobsOptions {
  return {
    jobId: token,
    deduplication: { id: bullmqName(id) },
    delay,
    priority: (priority - LOWEST_PRIORITY) * LANES + 1 + laneNumber(lane),
    attempts: ENDLESS,
    backoff: { type: "custom" },
    removeOnComplete: true,
    removeOnFail: true,
    stackTraceLimit: 0,
  };
}

/** Owners with more jobs than there are lanes have the rest in the last one. */
function laneNumber(lane: number | undefined): number {
  return lane === undefined ? 0 : Math.min(1 + lane, LANES - 1);
}

/** A job that was not settled. What its run threw may hold secrets, or steer BullMQ by its name. */
export class UnsettledRun extends Error {
  override readonly name = "UnsettledRun";
  /** Milliseconds after which the job is due again. */
  readonly dueIn: number;

  constructor(dueIn: number) {
    super("The run did not finish");
    this.dueIn = dueIn;
  }
}

/** Leases, recovery of lost workers' jobs and back-off as BullMQ calls them. */
export function workerOptions(leaseMs: number): Omit<WorkerOptions, "connection"> {
  return {
    lockDuration: leaseMs,
    lockRenewTime: Math.ceil(leaseMs / 3),
    stalledInterval: Math.ceil(leaseMs / 8),
    maxStalledCount: ENDLESS,
    runRetryDelay: 1000,
    settings: {
      backoffStrategy: (_attemptsMade, _type, failure) =>
        failure instanceof UnsettledRun ? failure.dueIn : 0,
    },
  };
}

import type { Notices } from "./notices.ts";
import type { Job } from "./queue.ts";

/** A job on its way into a store. */
export interface NewJob {
  readonly topic: string;
  readonly id: string;
  readonly body: string;
  readonly runAt: number;
  readonly priority: number;
  /** Whose it is; undefined for nobody's. */
  readonly owner: string | undefined;
  /** Aborted before the job is written: it is not. */
  readonly signal: AbortSignal;
}

/** A claimed job with its fencing token. */
export interface HeldJob extends Job {
  /** Differs at each claim; later writes match it. */
  readonly token: string;
}

/**
 * Where the jobs of a {@link StoreEngine} are. Every method is atomic and fails with QueueError
 * `UNAVAILABLE` where there is a server to lose.
 */
export interface JobStore {
  /** Milliseconds that a claim lasts unless extended; Infinity where no worker can be lost. */
  readonly leaseMs: number;
  /** Called with every job of this store that becomes due, as far as this process knows. */
  readonly notices: Notices;
  /** Adds a job; false when one with that topic and id is there. */
  push(job: NewJob): Promise<boolean>;
  /**
   * Takes at most `limit` jobs that are due, lowest priority number first, owners in turn, and counts
   * the attempt.
   * @param others takes jobs of owners alone that are not among these, one of each
   */
  claim(topic: string, limit: number, others?: ReadonlySet<string>): Promise<HeldJob[]>;
  /** Removes a job that is held; nothing happens when the hold was lost. */
  settle(job: HeldJob): Promise<void>;
  /** Gives a job that is held back, due at `runAt`; nothing happens when the hold was lost. */
  release(job: HeldJob, runAt: number): Promise<void>;
  /** Renews the leases; gives the jobs whose hold was lost. */
  extend(jobs: readonly HeldJob[]): Promise<HeldJob[]>;
  /** Removes a job unless it is held. */
  drop(topic: string, id: string, signal: AbortSignal): Promise<boolean>;
  /** Jobs of the topic, held or not. */
  depth(topic: string, signal: AbortSignal): Promise<number>;
}

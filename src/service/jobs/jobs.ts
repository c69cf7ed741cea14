import type { JobBacklog } from "./backlog.ts";
import type { JobTotals } from "./board/job-counts.ts";
import type { JobList, JobQuery } from "./job-lists.ts";
import type { Job, NewBatch, NewJob } from "./job.ts";

/** The text of a JSON document: at once, or as it is read. */
export type DocumentText = string | ReadableStream<Uint8Array>;

/** What every call may carry. */
interface Call {
  readonly signal: AbortSignal;
}

/** A submission. */
export interface SubmitCall extends Call {
  /**
   * Whether the caller waits for the job's end. A short job is then stored as begun as soon as this
   * process has a place for it, within a second; until then nobody knows its id. When absent, the
   * job is stored at once.
   */
  readonly waits?: boolean;
}

/** Jobs: submitted, paid, run, settled, shown, forgotten. */
export interface Jobs extends AsyncDisposable {
  /**
   * Takes the credits, stores the job and queues it: one atomic write, then the push. A hit is
   * settled at once.
   * @throws ServiceError `INSUFFICIENT_CREDITS` (nothing is stored), `QUEUE_ERROR` (refunded)
   */
  submit(job: NewJob, call: SubmitCall): Promise<Job>;
  /** The same for a batch; gives the job above the children. */
  submitBatch(batch: NewBatch, call: Call): Promise<Job>;
  /**
   * A job of the account, as it is now.
   * @throws ServiceError `NOT_FOUND` for an unknown id or one of 30 days and more, `FORBIDDEN` for
   *   another account's, but for those of hidden kinds
   */
  get(account: string, id: string, call: Call): Promise<Job>;
  /** Jobs of an account of one type, newest first; those that are kept. */
  list(query: JobQuery, call: Call): Promise<JobList>;
  /** How they stand. */
  totals(query: Pick<JobQuery, "account" | "type">, call: Call): Promise<JobTotals>;
  /** The children of a batch, by place. */
  children(batch: Job, call: Call): Promise<Job[]>;
  /**
   * The job's document, as its route shows it and as events inline it: common members, those of its
   * kind, and the result when it is completed.
   */
  document(job: Job, call: Call): Promise<DocumentText>;
  /**
   * Waits until the job is settled, at most `timeoutMs`; gives it as it then is. The wait ends with
   * the signal, the job goes on.
   */
  settled(job: Job, call: Call & { readonly timeoutMs: number }): Promise<Job>;
  /** How many jobs wait and run. */
  backlog(call: Call): Promise<readonly JobBacklog[]>;
  /**
   * Ends a job of the account that waits or runs, and of a batch all that do: as failed, for nothing.
   * @returns false where it had ended
   * @throws as {@link Jobs.get}
   */
  cancel(account: string, id: string, call: Call): Promise<boolean>;
  /** Fails the jobs of a removed account, except batches; no event is sent. */
  removeOf(account: string, call: Call): Promise<void>;
  /**
   * Runs jobs, brings back what lost workers left, and forgets what is too old, until the signal
   * aborts; then runs under way are given `graceMs` to end, and go back to the queue.
   */
  run(call: Call & { readonly graceMs: number }): Promise<void>;
  /** Hands back what is run as it was stored. */
  [Symbol.asyncDispose](): Promise<void>;
}

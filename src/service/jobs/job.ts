import type { Json, Operation } from "../../storage/index.ts";

/** How a job stands; the last two are final. */
export type JobStatus = "pending" | "queued" | "processing" | "completed" | "failed";

/** A job, without its result. Times are milliseconds since 1970. */
export interface Job {
  readonly id: string;
  readonly account: string;
  /** What it does, by the name of its {@link JobKind}; `data.jobType` of its events. */
  readonly type: string;
  readonly status: JobStatus;
  /** As submitted; empty for what has none. */
  readonly url: string;
  /** Lower case; null for jobs that have none. */
  readonly country: string | null;
  /** The action that a Wire task runs, by which tasks are listed; null for all other jobs. */
  readonly action: string | null;
  /** What was asked for, checked and with defaults; the kind's own shape. */
  readonly request: Json;
  /** Of a child of a batch: the batch's id and its place, from 0. */
  readonly parent: string | null;
  readonly place: number | null;
  /** Served from the result cache. */
  readonly cached: boolean;
  /** How it stands, in words for people; shown until it is settled. Null for kinds that have none. */
  readonly message: string | null;
  /** Free-form failure text; null unless failed. */
  readonly error: string | null;
  /** The kind's own code of the failure; null where it gave none. */
  readonly errorCode: string | null;
  /** Credits taken at submission; of a batch those of all children, which have 0 of their own. */
  readonly reserved: number;
  /** Credits that it cost in the end; null until it is settled. */
  readonly creditsUsed: number | null;
  /** Units of work (pages of a crawl, URLs of a batch): begun and come to their end; had. */
  readonly unitsTotal: number;
  readonly unitsCompleted: number;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly completedAt: number | null;
  /** When its status became what it is; null of jobs that an older version has stored. */
  readonly changedAt: number | null;
  /** Base URL of the request that submitted it; its URLs in documents and events are made of it. */
  readonly baseUrl: string;
  /** A receiver of its events, besides the account's endpoints. */
  readonly webhookUrl: string | null;
}

/** A job that is submitted. */
export interface NewJob {
  /** Its id, where kinds of such jobs have a form of their own for it; made here when absent. */
  readonly id?: string | undefined;
  readonly account: string;
  readonly type: string;
  /** Of a Wire task; null when absent. */
  readonly action?: string | undefined;
  readonly url: string;
  readonly country: string | null;
  readonly request: Json;
  readonly baseUrl: string;
  readonly webhookUrl: string | null;
  /** The job's first message; none when absent. */
  readonly message?: string | undefined;
  /** Credits to take; 0 and up. Not of a job that is settled at once. */
  readonly cost: number;
  /** Its outcome, where it is known already: a hit of the result cache. */
  readonly hit?: string | undefined;
}

/** A batch that is submitted: one job for each URL, and one above them. */
export interface NewBatch extends Omit<NewJob, "id" | "type" | "action" | "url" | "cost" | "hit"> {
  readonly urls: readonly string[];
  readonly children: readonly Pick<NewJob, "url" | "request" | "cost" | "hit">[];
}

/** What a run came to. */
export type JobOutcome =
  | {
      readonly status: "completed";
      /**
       * What the document has besides the members that every job has: the text of a JSON object, or
       * the same in pieces, which are read once and need not fit into memory.
       */
      readonly result: string | AsyncIterable<string>;
      /** Credits that it costs in the end, at most what was reserved; the rest goes back. */
      readonly credits: number;
      /** Operations of the kind's own, in the step that settles the job; none when absent. */
      readonly also?: readonly Operation[] | undefined;
    }
  | {
      readonly status: "failed";
      readonly error: string;
      /** A code of the kind's own; none when absent. */
      readonly code?: string | undefined;
    };

/** What a run is given. */
export interface JobRun {
  /** Aborts when the job's time is up, its lease is lost, or the worker stops. */
  readonly signal: AbortSignal;
  /** Sets how far the job is; it shows in the job's document while it runs. */
  progress(units: { readonly total: number; readonly completed: number }): Promise<void>;
  /** Sets the job's message, which its document shows while it runs. */
  tell(message: string): Promise<void>;
  /**
   * For atomic steps of the kind's own: they are not applied once another run has the job, or it is
   * settled.
   */
  readonly fence: Operation;
}

/** An event of a family of the kind's own. */
export interface OwnEvent {
  /** What its name begins with. */
  readonly family: "wire.job" | "ai.search";
  /** Its members besides `result_url` and the result. */
  readonly data: { readonly [name: string]: Json };
}

/** A kind of job: how it runs and how it is shown. */
export interface JobKind {
  readonly type: string;
  /** Path of the route that shows such jobs, for `result_url`: `/url-scraper`. */
  readonly resultPath: string;
  /** Milliseconds that a run may take; then the job fails with `timeout`. */
  readonly timeoutMs: number;
  /** Jobs of this kind that one process runs at a time. */
  readonly concurrency: number;
  /**
   * Jobs of this kind that it may run beside these while as many run, each of an account that has none
   * running: a quarter as many when absent.
   */
  readonly aside?: number;
  /**
   * Who runs such a job, and when. `queue`: a process that takes it from the queue. `soon`: the process
   * that is given it, past the queue, where it has a place; for jobs that are over soon. `at-once`: the
   * process that takes it in, as it is stored, whether or not it runs jobs otherwise: it is never
   * `pending`, and the queue hears of it only when that process was lost or stops. `queue` when absent.
   */
  readonly start?: "queue" | "soon" | "at-once";
  /**
   * Which members its document has beside those that `head` gives. `common`: `id`, `status` and times;
   * `queued`: the same, and a job that the queue has is `queued` instead of `pending`; `none`. `common`
   * when absent.
   */
  readonly document?: "common" | "queued" | "none";
  /** Whether ids of such jobs tell other accounts nothing: 404 in place of 403; no when absent. */
  readonly isHidden?: true;
  /**
   * What is sent when it ends: an event with its result (`whole`), one without it (`bare`), or none;
   * `whole` when absent.
   */
  readonly events?: "whole" | "bare" | "none";
  /**
   * Does the work. It may be called again for one job, after its worker was lost. What it throws,
   * other than the signal's reason, fails the job as an internal error.
   */
  run(job: Job, run: JobRun): Promise<JobOutcome>;
  /**
   * What a job is about, in a line, as lists show it; for kinds whose jobs have no URL. The URL when
   * absent.
   */
  title?(job: Job): string;
  /** The id by which its route shows it; its own when absent. */
  shownAs?(job: Job): string;
  /** Members of the document besides the common ones (`id`, `status`, times …) and the result. */
  head(job: Job): { readonly [name: string]: Json };
  /**
   * The event of a settled job; `job.*` when absent.
   * @throws StorageError
   */
  event?(job: Job, call: { readonly signal: AbortSignal }): OwnEvent | Promise<OwnEvent>;
  /** Removes what the kind itself has stored of a job whose time is up. */
  forget(job: Job, signal: AbortSignal): Promise<void>;
}

/** As {@link JobKind.aside}, with what it is when absent. */
export function asideOf({ aside, concurrency }: Pick<JobKind, "aside" | "concurrency">): number {
  return aside ?? Math.ceil(concurrency / 4);
}

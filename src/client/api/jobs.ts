// Written by `npm run client` from the service's description.
import type { CallOptions } from "../call-options.ts";
import type { ServerEvent } from "../events.ts";
import type { JobSubmitted } from "./url-scraper.ts";

/** What `listJobs` gives. */
export interface JobList {
  readonly jobs: readonly ListedJob[];
  /** null at the end of the list. */
  readonly nextCursor: string | null;
}

/** What `getJob`, `cancelJob` give. */
export interface ListedJob {
  readonly id: string;
  /** What it does. */
  readonly jobType: string;
  readonly status: "pending" | "queued" | "processing" | "completed" | "failed";
  /** As submitted; empty for jobs without one. */
  readonly url: string;
  /** What it is about, in at most 200 characters: its URL, its prompt, its action. */
  readonly title: string;
  readonly country: string | null;
  /** Served from the result cache. */
  readonly cached: boolean;
  /** null unless failed. */
  readonly error: string | null;
  /** What it does now, in words; null where its kind says nothing, and at its end. */
  readonly message: string | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  /** From start to end; null until then. */
  readonly durationMs: number | null;
  /** Taken when it was submitted. */
  readonly creditsReserved: number;
  /** What it cost; null until it is over. */
  readonly creditsUsed: number | null;
  /** Pages of a crawl, URLs of a batch: begun. */
  readonly unitsTotal: number;
  /** The same: had. */
  readonly unitsCompleted: number;
  /** Where its document is. */
  readonly resultUrl: string;
}

/** What `countJobs` gives. */
export interface JobCounts {
  /** Days in UTC on which there was something, newest first. */
  readonly days: readonly {
    readonly day: string;
    readonly jobs: readonly {
      readonly jobType: string;
      readonly pending: number;
      readonly queued: number;
      readonly processing: number;
      readonly completed: number;
      readonly failed: number;
      /** Percentiles of the time from start to end, to two digits; hits of the cache do not count. null when none ran. */
      readonly durationMs: {
        readonly p50: number;
        readonly p95: number;
        readonly p99: number;
      } | null;
    }[];
    /** Credits taken less those given back at that time, by product: a job's type, `monitor`, `browser`, or `other` for what was paid before products were recorded. */
    readonly credits: readonly {
      readonly product: string;
      readonly creditsUsed: number;
    }[];
  }[];
  readonly total: {
    readonly jobs: readonly {
      readonly jobType: string;
      readonly pending: number;
      readonly queued: number;
      readonly processing: number;
      readonly completed: number;
      readonly failed: number;
      /** Percentiles of the time from start to end, to two digits; hits of the cache do not count. null when none ran. */
      readonly durationMs: {
        readonly p50: number;
        readonly p95: number;
        readonly p99: number;
      } | null;
    }[];
    /** Credits taken less those given back at that time, by product: a job's type, `monitor`, `browser`, or `other` for what was paid before products were recorded. */
    readonly credits: readonly {
      readonly product: string;
      readonly creditsUsed: number;
    }[];
  };
}

/** Calls of the family "Jobs". */
export interface JobsCalls {
  /** List the account's jobs of every type, newest first: `GET /jobs`. */
  listJobs(
    input?: {
      /** Types, separated by commas. */
      readonly jobType?: string | undefined;
      /** Of pending, queued, processing, completed, failed, separated by commas. */
      readonly status?: string | undefined;
      /** Jobs that were created at this time or later. */
      readonly since?: string | undefined;
      /** Jobs that were created before this time. */
      readonly until?: string | undefined;
      /**
       * What the job's URL has in it; A to Z count as a to z.
       * At most 2048 characters.
       */
      readonly url?: string | undefined;
      /** The `nextCursor` of the part before. */
      readonly cursor?: string | undefined;
      /**
       * From 1 to 200.
       * When absent: 50.
       */
      readonly limit?: number | undefined;
    },
    call?: CallOptions,
  ): Promise<JobList>;
  /** Count the account's jobs by type, state and day, with durations and credits: `GET /jobs/counts`. */
  countJobs(
    input?: {
      /** Jobs that were created at this time or later. */
      readonly since?: string | undefined;
      /** Jobs that were created before this time. */
      readonly until?: string | undefined;
    },
    call?: CallOptions,
  ): Promise<JobCounts>;
  /** Stream the account's jobs as their states change, as server-sent events: `GET /jobs/events`. */
  streamJobEvents(
    input?: undefined,
    call?: CallOptions,
  ): AsyncGenerator<ServerEvent, void, undefined>;
  /** Show a job of any type as the list has it, and where its document is: `GET /jobs/{id}`. */
  getJob(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<ListedJob>;
  /** Submit the work of a job again, as a new job: `POST /jobs/{id}/retry`. */
  retryJob(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<JobSubmitted>;
  /** End a job that waits or runs; it fails as cancelled, and costs nothing: `POST /jobs/{id}/cancel`. */
  cancelJob(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<ListedJob>;
}

import { onTestFinished } from "vitest";
import type { FakeClock } from "dragline/testing";
import { systemClock, systemIds, type Clock, type Ids } from "dragline";
import type { Queue } from "dragline/queue";
import { MemoryQueue } from "dragline/queue/memory";
import type { Blobs, Records } from "dragline/storage";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import { createWebhooks, type Webhooks } from "dragline/webhooks";
import { AccountStore } from "../../../../src/service/accounts/account-store.ts";
import { jobRows, type JobRow } from "../../../../src/service/jobs/collections.ts";
import { createJobs } from "../../../../src/service/jobs/create-jobs.ts";
import type { Job, JobKind, JobOutcome, NewJob } from "../../../../src/service/jobs/job.ts";
import type { Jobs } from "../../../../src/service/jobs/jobs.ts";

export const call = { signal: new AbortController().signal };

/** What a rig may be given in place of its own. */
export interface RigParts {
  readonly records?: Records;
  readonly blobs?: Blobs;
  readonly queue?: Queue;
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly kind?: Partial<JobKind>;
  readonly inlineBytes?: number;
  readonly retentionMs?: number;
}

/** Jobs with everything that they need, and an account. */
export interface Rig {
  readonly jobs: Jobs;
  readonly accounts: AccountStore;
  readonly records: Records;
  readonly blobs: Blobs;
  readonly queue: Queue;
  readonly webhooks: Webhooks;
  readonly clock: Clock;
  /** An account with 300 credits. */
  readonly account: string;
  /** Runs jobs until the test ends, or the function that comes back is called. */
  start(graceMs?: number): () => Promise<void>;
  row(id: string): Promise<JobRow>;
}

/** A kind of job that completes with its request as its result. */
export function kindOf(kind: Partial<JobKind> = {}): JobKind {
  return {
    type: "url_scraper",
    resultPath: "/url-scraper",
    timeoutMs: 300_000,
    concurrency: 16,
    run: async (job): Promise<JobOutcome> => ({
      status: "completed",
      result: JSON.stringify({ asked: job.request }),
      credits: Number.MAX_SAFE_INTEGER,
    }),
    head: ({ url, country, cached }) => ({ url, country, cached }),
    forget: async () => {},
    ...kind,
  };
}

/** A job of an account. */
export function newJob(account: string, job: Partial<NewJob> = {}): NewJob {
  return {
    account,
    type: "url_scraper",
    url: "https://example.com/",
    country: "us",
    request: { formats: ["markdown"] },
    baseUrl: "https://api.example/v1",
    webhookUrl: null,
    cost: 1,
    ...job,
  };
}

export async function makeRig(parts: RigParts = {}): Promise<Rig> {
  const { clock = systemClock, ids = systemIds } = parts;
  const records = parts.records ?? new MemoryRecords();
  const blobs = parts.blobs ?? new MemoryBlobs();
  const queue = parts.queue ?? ownQueue(clock, ids);
  const webhooks = createWebhooks({ records, clock, ids }, { allow: ["127.0.0.1"] });
  onTestFinished(() => webhooks[Symbol.asyncDispose]());
  const { inlineBytes = 65_536, retentionMs = 2_592_000_000 } = parts;
  const settings = { inlineBytes, retentionMs, newAccountCredits: 300 };
  const accounts = new AccountStore({ records, clock, ids, settings });
  const kinds = [
    kindOf(parts.kind),
    kindOf({ type: "batch_url_scraper", head: (job) => ({ total: job.unitsTotal }) }),
  ];
  const jobs = createJobs({ records, blobs, queue, webhooks, clock, ids, settings }, () => ({
    kinds,
  }));
  const { id: account } = await accounts.create();
  return {
    jobs,
    accounts,
    records,
    blobs,
    queue,
    webhooks,
    clock,
    account,
    start: (graceMs = 1000) => starting(jobs, graceMs),
    row: async (id) => {
      const [row] = await records.find(jobRows, { where: { id } }, call);
      if (row === undefined) throw new Error(`There is no job ${id}.`);
      return row;
    },
  };
}

function ownQueue(clock: Clock, ids: Ids): Queue {
  const queue = new MemoryQueue({ clock, ids });
  onTestFinished(() => queue.close(0));
  return queue;
}

function starting(jobs: Jobs, graceMs: number): () => Promise<void> {
  const stop = new AbortController();
  const running = jobs.run({ signal: stop.signal, graceMs });
  const end = (): Promise<void> => {
    stop.abort();
    return running;
  };
  onTestFinished(end);
  return end;
}

/** The document of a job, read to its end. */
export async function documentOf(jobs: Jobs, job: Job): Promise<unknown> {
  const text = await jobs.document(job, call);
  return JSON.parse(
    typeof text === "string"
      ? text
      : await new Response(text as ReadableStream<Uint8Array<ArrayBuffer>>).text(),
  );
}

/** Lets time pass until the work has ended. */
export async function passing<Result>(clock: FakeClock, work: Promise<Result>): Promise<Result> {
  const state = { isOver: false };
  const end = (): void => void (state.isOver = true);
  work.then(end, end);
  for (let turn = 0; !state.isOver; turn += 1) {
    if (turn > 2000) throw new Error("The work does not end.");
    await clock.advance(100);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return work;
}

import { currentTraceparent } from "../../core/index.ts";
import type { ClaimedRow } from "./claims.ts";
import type { JobRow } from "./collections.ts";
import type { NewBatch, NewJob } from "./job.ts";
import { firstLook, settledAs, started } from "./job-states.ts";

/** What tells one new job from another. */
interface NewIdentity {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The row of a job that is to be run. */
export function waitingRow(job: NewJob, { id, now }: NewIdentity): JobRow {
  const { account, type, url, country, request, baseUrl, webhookUrl, cost } = job;
  const { action = null, message = null } = job;
  const asked = { account, type, url, country, request, baseUrl, webhookUrl };
  return {
    ...asked,
    id,
    action,
    status: "pending",
    parent: null,
    place: null,
    cached: false,
    message,
    error: null,
    errorCode: null,
    reserved: cost,
    price: cost,
    creditsUsed: null,
    unitsTotal: 0,
    unitsCompleted: 0,
    createdAt: now,
    startedAt: null,
    completedAt: null,
    changedAt: now,
    lasted: null,
    runs: 0,
    holder: null,
    lookAt: firstLook(now),
    left: null,
    spent: 0,
    trace: currentTraceparent(),
  };
}

/** The row of a job that is begun as it is stored. */
export function begunRow(row: JobRow, holder: string, now: number): ClaimedRow {
  const { set, add } = started(now, holder);
  return { ...row, ...set, runs: row.runs + add.runs };
}

/** The row of a job that the cache answers: free, and settled as it is made (decisions, 1.2, 3.1). */
export function cachedRow(job: NewJob, identity: NewIdentity): JobRow {
  const row = waitingRow({ ...job, cost: 0 }, identity);
  const end = settledAs({ status: "completed", error: null, credits: 0 }, identity.now, null);
  return { ...row, ...end, cached: true, startedAt: identity.now };
}

/** The job of a batch for one of its URLs. */
export function childJob(batch: NewBatch, child: NewBatch["children"][number]): NewJob {
  const { account, country, baseUrl } = batch;
  const type = "url_scraper";
  return { account, country, baseUrl, ...child, type, webhookUrl: null };
}

/** A row as that of a batch's child: what it costs, the batch has reserved. */
export function childRow(row: JobRow, parent: string, place: number): JobRow {
  return { ...row, parent, place, reserved: 0 };
}

/** The row above the children of a batch. */
export function batchRow(
  batch: NewBatch,
  children: readonly JobRow[],
  identity: NewIdentity,
): JobRow {
  const { account, country, request, baseUrl, webhookUrl } = batch;
  const job = { account, country, request, baseUrl, webhookUrl, url: "", cost: 0 };
  const row = waitingRow({ ...job, type: "batch_url_scraper" }, identity);
  const hits = children.filter(({ cached }) => cached).length;
  return {
    ...row,
    ...(hits === 0 ? {} : { status: "processing", startedAt: identity.now }),
    reserved: children.reduce((sum, { price }) => sum + price, 0),
    unitsTotal: hits,
    unitsCompleted: hits,
    lookAt: null,
    left: children.length - hits,
  };
}

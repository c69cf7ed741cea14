import type { Json } from "../../storage/index.ts";
import type { WebhookEvent } from "../../webhooks/index.ts";
import type { Job, JobKind, OwnEvent } from "./job.ts";
import { durationOf, isoTime } from "./job-view.ts";

/** What an event has of a job's result: the document, or why not. */
export type InlinedResult =
  | { readonly result: Json }
  | { readonly resultOmitted: "size" | "unavailable" };

type Members = { readonly [name: string]: Json };

/**
 * The event of a settled job (interface, part 6; decisions, 6.2): `batch.*` of a batch, `job.*` of
 * every other, but for kinds that have a family of their own.
 * @param own of a kind that has a family of its own
 * @param inlined the result of a completed job that is not a batch
 */
export function jobEvent(
  job: Job,
  { resultPath, own }: Pick<JobKind, "resultPath"> & { readonly own: OwnEvent | undefined },
  inlined: InlinedResult | undefined,
): WebhookEvent {
  const resultUrl = `${job.baseUrl}${resultPath}/${job.id}`;
  const { family, data } = own
    ? withResult(own, resultUrl, inlined)
    : eventOf(job, resultUrl, inlined);
  return {
    account: job.account,
    type: `${family}.${job.status}`,
    jobId: job.id,
    to: job.webhookUrl === null ? [] : [{ url: job.webhookUrl }],
    data,
  };
}

interface FamilyEvent {
  readonly family: string;
  readonly data: Members;
}

function withResult(
  { family, data }: OwnEvent,
  resultUrl: string,
  inlined: InlinedResult | undefined,
): FamilyEvent {
  return { family, data: { ...data, result_url: resultUrl, ...inlined } };
}

function eventOf(job: Job, resultUrl: string, inlined: InlinedResult | undefined): FamilyEvent {
  return job.type === "batch_url_scraper"
    ? { family: "batch", data: batchMembers(job, resultUrl) }
    : { family: "job", data: jobMembers(job, resultUrl, inlined) };
}

function jobMembers(job: Job, resultUrl: string, inlined: InlinedResult | undefined): Members {
  return {
    jobId: job.id,
    jobType: job.type,
    status: job.status,
    url: job.url,
    ...(job.country === null ? {} : { country: job.country }),
    ...(job.cached ? { cached: true } : {}),
    creditsUsed: job.creditsUsed ?? 0,
    durationMs: durationOf(job),
    createdAt: isoTime(job.createdAt),
    completedAt: isoTime(job.completedAt ?? job.createdAt),
    result_url: resultUrl,
    ...(job.status === "failed" ? { error: job.error ?? "" } : inlined),
  };
}

function batchMembers(job: Job, resultUrl: string): Members {
  return {
    jobId: job.id,
    jobType: job.type,
    status: job.status,
    urlsTotal: job.unitsTotal,
    completed: job.unitsCompleted,
    failed: job.unitsTotal - job.unitsCompleted,
    creditsUsed: job.creditsUsed ?? 0,
    result_url: resultUrl,
  };
}

import type { Json } from "../../storage/index.ts";
import type { WebhookEvent } from "../../webhooks/index.ts";
import type { Job, JobKind } from "./job.ts";
import { durationOf, isoTime } from "./job-view.ts";

/** What an event has of a job's result: the document, or why not. */
export type InlinedResult =
  | { readonly result: Json }
  | { readonly resultOmitted: "size" | "unavailable" };

type Members = { readonly [name: string]: Json };

/**
 * The event of a settled job (interface, part 6; decisions, 6.2): `batch.*` of a batch, `job.*` of
 * every other, but for kinds that have a family of their own.
 * @param inlined of a completed job that is no batch
 */
export function jobEvent(
  job: Job,
  kind: Pick<JobKind, "resultPath" | "event">,
  inlined: InlinedResult | undefined,
): WebhookEvent {
  const { family, data } = eventOf(job, kind, inlined);
  return {
    account: job.account,
    type: `${family}.${job.status}`,
    jobId: job.id,
    to: job.webhookUrl === null ? [] : [{ url: job.webhookUrl }],
    data,
  };
}

function eventOf(
  job: Job,
  kind: Pick<JobKind, "resultPath" | "event">,
  inlined: InlinedResult | undefined,
): { readonly family: string; readonly data: Members } {
  const resultUrl = `${job.baseUrl}${kind.resultPath}/${job.id}`;
  const own = kind.event?.(job);
  if (own !== undefined) {
    return { family: own.family, data: { ...own.data, result_url: resultUrl, ...inlined } };
  }
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

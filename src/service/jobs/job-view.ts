import type { JobRow } from "./collections.ts";
import type { Job, JobStatus } from "./job.ts";

/** A row as a job, without what only its runs need to know. */
export function jobView(row: JobRow): Job {
  return {
    id: row.id,
    account: row.account,
    type: row.type,
    status: row.status as JobStatus,
    url: row.url,
    country: row.country,
    action: row.action,
    request: row.request,
    parent: row.parent,
    place: row.place,
    cached: row.cached,
    message: row.message,
    error: row.error,
    errorCode: row.errorCode,
    reserved: row.reserved,
    creditsUsed: row.creditsUsed,
    unitsTotal: row.unitsTotal,
    unitsCompleted: row.unitsCompleted,
    createdAt: row.createdAt,
    startedAt: row.startedAt,
    completedAt: row.completedAt,
    changedAt: row.changedAt,
    baseUrl: row.baseUrl,
    webhookUrl: row.webhookUrl,
  };
}

/** Whether a job has come to its end. */
export function isSettled({ status }: { readonly status: string }): boolean {
  return status === "completed" || status === "failed";
}

/** Milliseconds of processing; 0 of what never began. */
export function durationOf({ startedAt, completedAt }: Job): number {
  return Math.max(0, Math.round((completedAt ?? 0) - (startedAt ?? completedAt ?? 0)));
}

/** A time as documents and events show it. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

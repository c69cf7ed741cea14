import type { Json } from "../../../../storage/index.ts";
import type { Action, RunFile } from "../../../../wire/index.ts";
import { durationOf, isSettled } from "../../../jobs/job-view.ts";
import type { Job } from "../../../jobs/job.ts";
import type { WireCredential } from "../../../base/wire-credentials.ts";

/** Milliseconds until a client asks again, where nothing better is known. */
export const RETRY_AFTER = 2000;

/** What a task remembers of its request. */
interface WireTask {
  readonly actionId: string;
  readonly actionName: string;
  readonly catalogSlug: string;
  readonly type: "read" | "write";
  readonly params: Readonly<Record<string, Json>>;
  /** What the run signs in with, never what it is. */
  readonly credential: {
    readonly id: string;
    readonly type: WireCredential["type"];
    readonly identityName: string;
  } | null;
}

/** The request as it is stored with the job. */
export function storedTask(
  { info, site }: Action,
  params: WireTask["params"],
  credential: WireCredential | undefined,
): Json {
  return {
    actionId: info.action_id,
    actionName: info.name,
    catalogSlug: site.slug,
    type: info.type,
    params,
    credential:
      credential === undefined
        ? null
        : { id: credential.id, type: credential.type, identityName: credential.identityName },
  };
}

/** The request of a task, as {@link storedTask} wrote it. */
export function taskOf({ request }: Job): WireTask {
  return request as unknown as WireTask;
}

/** A file as clients see it. */
export type FileDocument = Readonly<Record<"name" | "content_type", string>> & {
  readonly size_bytes: number;
};

/** A completed task's members of the document. */
export function taskResult(data: Json, files: readonly RunFile[]): string {
  return JSON.stringify({ data, ...filesMember(files) });
}

/** The files of a run, where it made some. */
export function filesMember(files: readonly RunFile[]): { readonly files?: FileDocument[] } {
  if (files.length === 0) return {};
  return {
    files: files.map(({ name, contentType, sizeBytes }) => ({
      name,
      content_type: contentType,
      size_bytes: sizeBytes,
    })),
  };
}

/** A task's document, but for the result of a completed one (decisions, 2.4). */
export function taskHead(job: Job): { readonly [name: string]: Json } {
  const ids = { job_id: job.id, action_id: taskOf(job).actionId };
  if (!isSettled(job)) return { status: "processing", ...ids, retry_after_ms: RETRY_AFTER };
  const { status } = job;
  const costs = { credits_used: job.creditsUsed ?? 0, execution_ms: durationOf(job) };
  const error = taskError(job);
  return { status, ...ids, ...(error === undefined ? {} : { error }), ...costs };
}

/** The event of a settled task (interface, part 6). */
export function taskEvent(job: Job) {
  const { actionId, actionName, catalogSlug } = taskOf(job);
  const error = taskError(job);
  return {
    family: "wire.job",
    data: {
      jobId: job.id,
      actionId,
      actionName,
      catalogSlug,
      status: job.status,
      creditsUsed: job.creditsUsed ?? 0,
      durationMs: durationOf(job),
      ...(error === undefined ? {} : { error }),
    },
  } as const;
}

/** What is said of a write that was begun and whose end nobody saw. */
export const MAY_HAVE_HAPPENED =
  "The run was started, and its end is unknown: the action may have taken effect. It is not run again and costs nothing.";

/** The message for an end that no run reported. */
const ends: Readonly<Record<string, string>> = Object.freeze({
  timeout: "The run took longer than 5 minutes.",
  "worker lost": "The process that ran the task was lost three times.",
  "could not be queued": "The task could not be queued.",
  "the account was removed": "The account was removed.",
});

const NOT_STARTED = "The task was not started within 30 minutes.";
const INTERNAL = "The run failed with an internal error; the request did not cause it.";

/** Why a task failed; undefined for one that did not. */
export function taskError(
  job: Job,
): { readonly code: string; readonly message: string } | undefined {
  if (job.status !== "failed") return undefined;
  const text = job.error ?? "";
  if (job.errorCode !== null) return { code: job.errorCode, message: text };
  const isStarted = job.startedAt !== null;
  const message = text === "timeout" && !isStarted ? NOT_STARTED : (ends[text] ?? INTERNAL);
  const isOpen = isStarted && taskOf(job).type === "write";
  return {
    code: "EXECUTION_FAILED",
    message: isOpen ? `${message} ${MAY_HAVE_HAPPENED}` : message,
  };
}

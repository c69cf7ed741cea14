import type { TaskResult, TaskStep } from "../../../agent/index.ts";
import type { Json } from "../../../storage/index.ts";
import { durationOf, isoTime, isSettled } from "../../jobs/job-view.ts";
import type { Job } from "../../jobs/job.ts";

/** How a run of a task ended. */
export interface AiTaskEnd extends Omit<TaskResult, "failure"> {
  readonly status: "completed" | "failed" | "timed_out";
}

/** A job and its stored end, as its document has them. */
export interface AiTaskDocument {
  readonly end?: AiTaskEnd["status"];
  readonly told?: Readonly<Record<string, Json>>;
}

/** A step as clients see it. */
export function shownStep({ index, tool, args, reasoning, durationMs }: TaskStep): Json {
  return { index, tool, args, reasoning, duration_ms: durationMs };
}

/** A run's end as it is stored and sent to clients. */
export function storedEnd(job: Job, end: AiTaskEnd, credits: number): string {
  const { status, success, result, steps, iterations, durationMs, error } = end;
  const told = {
    success,
    result,
    steps: steps.map(shownStep),
    iterations,
    duration_ms: durationMs,
    credits_used: credits,
    run_id: job.id,
    cached: false,
    ...(error !== undefined && { error }),
  };
  return JSON.stringify({ end: status, told });
}

/** The result object of a settled task; of one whose run left none, with why. */
export function aiTaskResult(job: Job, { told }: AiTaskDocument): object {
  if (told !== undefined) return told;
  const { id, error, creditsUsed } = job;
  return {
    success: false,
    result: null,
    steps: [],
    iterations: 0,
    duration_ms: durationOf(job),
    credits_used: creditsUsed ?? 0,
    run_id: id,
    cached: false,
    error: error ?? "The task ended without a result.",
  };
}

/** The record of a task (decisions, 2.15). */
export function aiTaskRecord(job: Job, { end, told }: AiTaskDocument): object {
  const names = { workflow_id: job.id, run_id: job.id };
  const created = { created_at: isoTime(job.createdAt) };
  if (!isSettled(job)) return { ...names, status: "running", ...created };
  const error = told?.["error"] ?? job.error;
  return {
    ...names,
    status: end ?? "failed",
    result: told ?? null,
    ...(error !== null && { error }),
    ...created,
    completed_at: isoTime(job.completedAt ?? job.createdAt),
  };
}

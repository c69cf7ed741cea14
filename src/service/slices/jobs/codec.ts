import type { JobBoard } from "../../jobs/board/job-board.ts";
import type { Count, Counts } from "../../jobs/board/job-counts.ts";
import { durationOf, isoTime, isSettled } from "../../jobs/job-view.ts";
import type { Job } from "../../jobs/job.ts";

/** Characters of a title. */
const LONGEST_TITLE = 200;

/** A job as lists show it. */
export function listedJob(
  board: Pick<JobBoard, "titleOf" | "pathOf">,
  job: Job,
  baseUrl: string,
): object {
  const { id, type: jobType, status, url, country, cached, error, reserved, creditsUsed } = job;
  const { unitsTotal, unitsCompleted, createdAt, startedAt, completedAt } = job;
  return {
    id,
    jobType,
    status,
    url,
    title: shortened(board.titleOf(job)),
    country,
    cached,
    error,
    message: isSettled(job) ? null : job.message,
    createdAt: isoTime(createdAt),
    startedAt: startedAt === null ? null : isoTime(startedAt),
    completedAt: completedAt === null ? null : isoTime(completedAt),
    durationMs: isSettled(job) ? durationOf(job) : null,
    creditsReserved: reserved,
    creditsUsed,
    unitsTotal,
    unitsCompleted,
    resultUrl: `${baseUrl}${board.pathOf(job)}`,
  };
}

/** The counts as clients see them. */
export function jobCounts({ days, total }: Counts): object {
  return {
    days: days.map(({ day, ...count }) => ({ day: isoTime(day).slice(0, 10), ...counted(count) })),
    total: counted(total),
  };
}

function counted({ jobs, spent }: Count): object {
  return {
    jobs: jobs.map(({ type, statuses, durations }) => ({
      jobType: type,
      ...statuses,
      durationMs: durations,
    })),
    credits: spent.map(({ product, credits }) => ({ product, creditsUsed: credits })),
  };
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  if (line.length <= LONGEST_TITLE) return line;
  return `${line.slice(0, LONGEST_TITLE - 1).toWellFormed()}…`;
}

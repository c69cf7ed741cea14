import type { Clock } from "../../../../core/index.ts";
import type { Call } from "../../../../storage/index.ts";
import { durationOf } from "../../../jobs/job-view.ts";
import type { Job } from "../../../jobs/job.ts";
import type { Jobs } from "../../../jobs/jobs.ts";
import { RETRY_AFTER, taskOf } from "../tasks/codec.ts";

/** Runs that are looked at, and how many must have been. */
const LOOKED_AT = 20;
const NEEDED = 3;
/** What clients wait at least and at most (decisions, 10.17). */
const SHORTEST = 500;
const LONGEST = 10_000;

/**
 * Milliseconds until it is worth asking for a task again: what is left of the median of the account's
 * last completed runs of the action; 2 s while there are fewer than three.
 */
export async function retryAfter(
  { jobs, clock }: { readonly jobs: Pick<Jobs, "list">; readonly clock: Clock },
  job: Job,
  call: Call,
): Promise<number> {
  const { actionId } = taskOf(job);
  const { account } = job;
  const query = { account, type: "wire", status: "completed", actionPrefix: actionId } as const;
  const { jobs: past } = await jobs.list({ ...query, skip: 0, take: LOOKED_AT }, call);
  const durations = past
    .filter(({ job: one }) => one.action === actionId)
    .map(({ job: one }) => durationOf(one))
    .toSorted((one, other) => one - other);
  const median = durations[Math.floor(durations.length / 2)];
  if (median === undefined || durations.length < NEEDED) return RETRY_AFTER;
  const left = median - (clock.now() - (job.startedAt ?? clock.now()));
  return Math.round(Math.min(LONGEST, Math.max(SHORTEST, left)));
}

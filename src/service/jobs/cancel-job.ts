import { uncancelled } from "../../storage/internal.ts";
import type { Call } from "../../storage/index.ts";
import { failure } from "./claims.ts";
import { jobRows, type JobRow } from "./collections.ts";
import { isSettled } from "./job-view.ts";
import type { InnerParts } from "./job-parts.ts";
import type { JobRunner } from "./job-runner.ts";
import type { Settlement } from "./settlement.ts";

/** How often a job is looked at that others move on meanwhile. */
const MOST_LOOKS = 5;

/** The dependencies of cancelling. */
interface CancelParts extends Pick<InnerParts, "records"> {
  readonly settlement: Settlement;
  readonly runner: Pick<JobRunner, "stop">;
}

/**
 * Ends a job, or all children of a batch, which ends it. It is settled first, so that its run, where
 * it is stopped or goes on, comes to nothing.
 * @returns false where it had ended
 * @throws StorageError
 */
export async function cancelJob(id: string, parts: CancelParts, call: Call): Promise<boolean> {
  const records = await parts.records.ready(call);
  const children = await records.find(jobRows, { where: { parent: id } }, call);
  if (children.length === 0) return await cancelOne(id, parts, call);
  const ended: boolean[] = [];
  for (const child of children) ended.push(await cancelOne(child.id, parts, call));
  return ended.includes(true);
}

async function cancelOne(id: string, parts: CancelParts, call: Call): Promise<boolean> {
  const { settlement, runner } = parts;
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    call.signal.throwIfAborted();
    const row = await rowOf(id, parts);
    if (row === undefined || isSettled(row)) return false;
    const settled = await settlement.settle({ row, end: failure("cancelled"), step: "cancel" });
    if (settled === undefined) continue;
    runner.stop(id);
    return true;
  }
  return false;
}

async function rowOf(id: string, parts: CancelParts): Promise<JobRow | undefined> {
  const records = await parts.records.ready(uncancelled);
  const [row] = await records.find(jobRows, { where: { id } }, uncancelled);
  return row;
}

import { removing, type Call, type Operation, type Records } from "../../storage/index.ts";
import { failure } from "./claims.ts";
import { jobRows, resultRows, type JobRow } from "./collections.ts";
import type { InnerParts } from "./job-parts.ts";
import { before, isOverdue, nextLook, queued } from "./job-states.ts";
import { jobView } from "./job-view.ts";
import type { Results } from "./results.ts";
import type { Settlement } from "./settlement.ts";
import { pushJob } from "./push-job.ts";
import { tellFailure } from "../base/tell-failure.ts";
import { uncancelled } from "../../storage/internal.ts";

/** Rows of one step: few, as nothing else happens in the process while an embedded store works. */
const AT_ONCE = 100;

/** The dependencies of a sweep. */
export interface SweepParts extends Pick<
  InnerParts,
  "records" | "queue" | "clock" | "kinds" | "settings" | "joined"
> {
  readonly results: Results;
  readonly settlement: Settlement;
}

/**
 * Looks after jobs that are not where they should be: waiting ones that the queue may not know are
 * pushed again, or fail when they waited too long; running ones whose holder is silent are given up
 * and pushed.
 */
export async function sweepDue(parts: SweepParts, call: Call): Promise<void> {
  const records = await parts.records.ready(call);
  for (let isLast = false; !isLast;) {
    call.signal.throwIfAborted();
    const query = {
      where: { lookAt: { lte: parts.clock.now() } },
      order: [["lookAt", "asc"]],
      limit: AT_ONCE,
    } as const;
    const rows = await records.find(jobRows, query, call);
    const looks = await Promise.allSettled(rows.map((row) => lookAfter(row, parts, records)));
    const failed = looks.find((look) => look.status === "rejected");
    if (failed !== undefined) throw failed.reason;
    isLast = rows.length < AT_ONCE;
  }
}

async function lookAfter(row: JobRow, parts: SweepParts, records: Records): Promise<void> {
  const { clock, queue, settlement, kinds } = parts;
  const now = clock.now();
  if (isOverdue(row, now)) {
    await settlement.settle({ row, end: failure("timeout"), step: "giveUp" });
    return;
  }
  await pushJob(queue, row);
  // After the push: where that fails, the next sweep has it again.
  const where = { id: row.id, status: row.status, holder: row.holder, lookAt: row.lookAt };
  const isShown = row.status === "pending" && kinds.of(row.type).document === "queued";
  const set = { holder: null, lookAt: nextLook(row, now), ...(isShown ? queued(now).set : {}) };
  await records.update(jobRows, { where, set }, uncancelled);
}

/** Settles batches whose last child was settled by a process that was lost right then. */
export async function sweepBatches(parts: SweepParts, call: Call): Promise<void> {
  const records = await parts.records.ready(call);
  const where = { left: 0, ...before("settleBatch") };
  for (const row of await records.find(jobRows, { where, limit: AT_ONCE }, call)) {
    await parts.settlement.settleBatch(row, call);
  }
}

/**
 * Ends what an account that is gone has waiting and under way; its runs notice within their lease.
 * Batches end by themselves.
 */
export async function endJobsOf(account: string, parts: SweepParts, call: Call): Promise<void> {
  const records = await parts.records.ready(call);
  const where = { account, parent: null, ...before("cancel"), lookAt: { gte: 0 } };
  const end = failure("the account was removed");
  for (const row of await records.find(jobRows, { where }, call)) {
    await parts.settlement.settle({ row, end, step: "cancel", isSilent: true }, call);
  }
}

/**
 * Forgets jobs that were settled and are older than they are kept: what their kind has stored, their
 * results, and last they themselves, so that what is interrupted is begun again.
 */
export async function sweepOld(parts: SweepParts, call: Call): Promise<void> {
  const records = await parts.records.ready(call);
  const end = parts.clock.now() - parts.settings.retentionMs;
  for (let from = 0, isLast = false; !isLast;) {
    const query = {
      where: { createdAt: { gte: from, lte: end }, status: { in: ["completed", "failed"] } },
      order: [["createdAt", "asc"]],
      limit: AT_ONCE,
    } as const;
    const rows = await records.find(jobRows, query, call);
    const forgotten = await Promise.all(rows.map((row) => forget(row, parts, call)));
    const ids = rows.flatMap(({ id }, index) => (forgotten[index] === true ? [id] : []));
    if (ids.length > 0) await records.atomic(removals(ids), call);
    const last = rows.at(-1)?.createdAt ?? end;
    // Where none could be forgotten, the same ones would come again.
    isLast = rows.length < AT_ONCE || (ids.length === 0 && last === from);
    from = last;
  }
}

function removals(ids: readonly string[]): Operation[] {
  const where = { id: { in: ids } };
  return [removing(resultRows, { where }), removing(jobRows, { where })];
}

/** Whether nothing is left of a job but its rows; what fails is tried again by a later sweep. */
async function forget(row: JobRow, parts: SweepParts, call: Call): Promise<boolean> {
  try {
    const job = jobView(row);
    await parts.kinds.of(job.type).forget(job, call.signal);
    await parts.results.forget(row.id, row.runs, call);
    return true;
  } catch (error) {
    call.signal.throwIfAborted();
    tellFailure(error, { jobId: row.id });
    return false;
  }
}

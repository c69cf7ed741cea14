import {
  inserting,
  updating,
  type Call,
  type NewRow,
  type Operation,
} from "../../storage/index.ts";
import type { RunTrigger } from "./change.ts";
import { monitorRows, runRows, type MonitorRow, type RunRow } from "../collections.ts";
import { monitorView } from "../definition/monitor-view.ts";
import type { MonitorSet } from "../definition/monitor-states.ts";
import type { CheckParts } from "./check-parts.ts";
import { nextTimes } from "./next-times.ts";
import { uncancelled } from "../../storage/internal.ts";

/** How a check is to begin. */
interface Beginning {
  /** As it was read; without a run. */
  readonly row: MonitorRow;
  readonly trigger: RunTrigger;
  /** Who has it from now on; null: a worker is to take it. */
  readonly token: string | null;
}

/** What came of it. */
type Begun =
  | { readonly status: "begun"; readonly row: MonitorRow; readonly run: RunRow }
  /** The ledger did not let it. */
  | { readonly status: "refused"; readonly refusal: string }
  /** The monitor went on meanwhile. */
  | { readonly status: "stale" };

/** Begins the run of a monitor that has none, in one step with what it costs. */
export async function beginCheck(
  parts: CheckParts,
  { row, trigger, token }: Beginning,
  call: Call,
): Promise<Begun> {
  const { records, ledger, ids, clock, settings } = parts;
  const runId = ids.uuid();
  const terms = await ledger.begin({ monitor: monitorView(row), runId }, call);
  const now = clock.now();
  const heldUntil = token === null ? 0 : now + settings.leaseMs;
  const dueAt = token === null ? now : heldUntil;
  const set = { runId, token, heldUntil, dueAt, attempts: token === null ? 0 : 1 };
  const run = newRun({ row, runId, trigger, now });
  const begun = { ...run, status: "processing", creditsUsed: terms.credits };
  const operations = [stepping(row, set), inserting(runRows, [begun]), ...terms.operations];
  const outcome = await records.atomic(operations, call);
  if (outcome.applied) {
    const next = outcome.rows[0]?.[0] as MonitorRow;
    return { status: "begun", row: next, run: outcome.rows[1]?.[0] as RunRow };
  }
  return outcome.operation < 2
    ? { status: "stale" }
    : { status: "refused", refusal: terms.refusal };
}

/** A check that was not allowed to begin. */
interface Skipping {
  readonly row: MonitorRow;
  readonly refusal: string;
  /** Carried out with it. */
  readonly freed: readonly Operation[];
}

/** Records that a check was not allowed to begin; the monitor goes on to its next time. */
export async function skipCheck(
  parts: CheckParts,
  { row, refusal, freed }: Skipping,
): Promise<RunRow | undefined> {
  const { records, ids, clock } = parts;
  const now = clock.now();
  const run = {
    ...newRun({ row, runId: ids.uuid(), trigger: "schedule", now }),
    status: "skipped",
    completedAt: now,
    code: refusal,
    error: refusal,
  };
  const step = stepping(row, nextTimes(row, now, row.failures));
  const operations = [step, inserting(runRows, [run]), ...freed];
  const outcome = await records.atomic(operations, uncancelled);
  return outcome.applied ? (outcome.rows[1]?.[0] as RunRow) : undefined;
}

/** A step of a monitor that is as it was read, and has no run. */
function stepping({ id, revision, token }: MonitorRow, set: MonitorSet): Operation {
  const where = { id, revision, token, runId: null };
  return updating(monitorRows, { where, set, add: { revision: 1 } }, 1);
}

function newRun(parts: {
  readonly row: MonitorRow;
  readonly runId: string;
  readonly trigger: RunTrigger;
  readonly now: number;
}): NewRow<typeof runRows> {
  const { row, runId: id, trigger, now } = parts;
  return {
    id,
    monitorId: row.id,
    sequence: row.revision + 1,
    trigger,
    status: "processing",
    startedAt: now,
    pagesCrawled: 0,
    pagesAdded: 0,
    pagesChanged: 0,
    pagesRemoved: 0,
    creditsUsed: 0,
  };
}

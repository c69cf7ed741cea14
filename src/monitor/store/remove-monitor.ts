import { removing, updating, type Call, type Operation } from "../../storage/index.ts";
import type { CheckParts } from "../checks/check-parts.ts";
import {
  bodyRows,
  changeRows,
  monitorRows,
  pageRows,
  runRows,
  snapshotRows,
  type MonitorRow,
} from "../collections.ts";
import { MonitorError } from "../monitor-error.ts";
import { monitorView, runView } from "../definition/monitor-view.ts";

/**
 * Removes a monitor with its history in one step; what a run under way reserved is given back. Bodies
 * that are blobs are left to be removed.
 * @throws MonitorError `UNKNOWN_MONITOR`
 */
export async function removeMonitor(parts: CheckParts, id: unknown, call: Call): Promise<void> {
  const { records } = parts;
  for (;;) {
    const where = { id: typeof id === "string" ? id : "" };
    const [row] = await records.find(monitorRows, { where }, call);
    if (row === undefined) {
      throw new MonitorError("UNKNOWN_MONITOR", { message: "There is no such monitor." });
    }
    const ending = await endOfRun(parts, row, call);
    const outcome = await records.atomic([...removals(row), ...ending], call);
    if (outcome.applied && ending.length > 0) parts.ledger.stored();
    if (outcome.applied) return;
  }
}

function removals({ id, revision }: MonitorRow): Operation[] {
  const query = { where: { monitorId: id } };
  return [
    removing(monitorRows, { where: { id, revision } }, 1),
    ...[snapshotRows, changeRows, runRows, pageRows].map((rows) => removing(rows, query)),
    removing(bodyRows, { where: { monitorId: id, blobKey: null } }),
    updating(bodyRows, { ...query, set: { hash: null } }),
  ];
}

async function endOfRun(
  parts: CheckParts,
  row: MonitorRow,
  call: Call,
): Promise<readonly Operation[]> {
  if (row.runId === null) return [];
  const { records, ledger, clock } = parts;
  const [run] = await records.find(runRows, { where: { id: row.runId } }, call);
  if (run === undefined) return [];
  const error = "The monitor was removed.";
  const ended = { ...run, status: "failed", completedAt: clock.now(), code: "INTERNAL", error };
  const check = { monitor: monitorView(row), run: runView(ended) };
  const none = { before: undefined, after: undefined };
  const ending = { ...check, change: undefined, between: undefined, texts: async () => none };
  return (await ledger.end(ending, call)).operations;
}

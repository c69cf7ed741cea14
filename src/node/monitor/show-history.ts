import type { MonitorRun, MonitorSnapshot } from "../../monitor/index.ts";
import { printable, printableLine } from "../terminal/printable.ts";
import { table } from "../terminal/table.ts";
import { exitCodes, print, UsageError } from "../terminal/terminal.ts";
import { wholeNumber } from "../input/whole-number.ts";
import { findMonitor } from "./find-monitor.ts";
import { failureText, sizeText } from "./outcome-lines.ts";
import type { KeptChange } from "./kept-monitors.ts";
import { oneName, type KeptScope } from "./verb.ts";
import { isFirst, MOST_KEPT } from "./check-outcome.ts";
import { timeText } from "../input/duration.ts";

const LONGEST = 90;

/** What `history` is called with. */
interface HistoryCall {
  readonly names: readonly string[];
  readonly values: { readonly limit?: string | undefined; readonly json?: boolean | undefined };
}

/**
 * Prints the checks of a monitor, the newest first; changes have the number that `diff` takes.
 * @returns the exit code
 * @throws UsageError
 */
export async function showHistory(
  scope: KeptScope,
  { names, values }: HistoryCall,
): Promise<number> {
  const { monitors, terminal } = scope;
  const { signal } = terminal;
  const monitor = await findMonitor(monitors, oneName(names, "history"), signal);
  const runs = await monitors.runs(monitor.id, { limit: limitOf(values), signal });
  if (values.json === true) {
    await print(terminal, runs.map((run) => `${printable(JSON.stringify(run))}\n`).join(""));
    return exitCodes.ok;
  }
  const kept: Kept = {
    changes: await monitors.changes(monitor.id, { limit: MOST_KEPT, signal }),
    snapshots: await monitors.snapshots(monitor.id, { limit: MOST_KEPT, signal }),
  };
  const rows = runs.map((run) => [timeText(run.startedAt), run.trigger, cameOf(run, kept)]);
  if (rows.length > 0) await print(terminal, table([["CHECKED", "TRIGGER", "RESULT"], ...rows]));
  return exitCodes.ok;
}

interface Kept {
  readonly changes: readonly KeptChange[];
  readonly snapshots: readonly MonitorSnapshot[];
}

function limitOf(values: HistoryCall["values"]): number {
  const limit = wholeNumber(values, "limit") ?? 20;
  if (limit >= 1 && limit <= MOST_KEPT) return limit;
  throw new UsageError(`--limit takes a number from 1 to ${MOST_KEPT}; got '${limit}'`);
}

function cameOf(run: MonitorRun, kept: Kept): string {
  if (run.status === "processing") return "running";
  if (run.status !== "completed")
    return `${run.status}: ${printableLine(failureText(run), LONGEST)}`;
  if (run.changeId === null) return isFirst(run, kept.snapshots) ? "first check" : "no change";
  const at = kept.changes.findIndex(({ id }) => id === run.changeId);
  const change = kept.changes[at];
  if (change === undefined) return "change";
  return `change ${at + 1}  ${printableLine(sizeText(change.diff), LONGEST)}`;
}

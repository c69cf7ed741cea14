import { systemClock, wait } from "../../core/index.ts";
import {
  isMonitorError,
  type MonitorRun,
  type MonitorSnapshot,
  type Monitors,
} from "../../monitor/index.ts";
import type { KeptDetail, KeptMonitor, KeptMonitors } from "./kept-monitors.ts";

/** What came of a check, for those who asked for it. */
export interface CheckOutcome {
  readonly monitor: KeptMonitor;
  readonly run: MonitorRun;
  /** `first`: there was nothing to compare with yet. */
  readonly status: "first" | "unchanged" | "changed" | "failed";
  /** Where it changed. */
  readonly detail: KeptDetail | undefined;
}

/** Changes and snapshots of a monitor that are kept, and given at once. */
export const MOST_KEPT = 200;

/** Between two looks whether a run has ended. */
const LOOK_MS = 50;

/**
 * Checks a monitor now, or waits for the check that another process is at.
 * @throws the signal's reason; MonitorError
 */
export async function checkMonitor(
  monitors: KeptMonitors,
  monitor: KeptMonitor,
  signal: AbortSignal,
): Promise<CheckOutcome> {
  const run = await checked(monitors, monitor, signal);
  return outcomeOf(monitors, { monitor, run });
}

async function checked(
  monitors: KeptMonitors,
  { id }: KeptMonitor,
  signal: AbortSignal,
): Promise<MonitorRun> {
  try {
    return await monitors.check(id, { signal });
  } catch (error) {
    if (!isMonitorError(error, "CHECK_UNDER_WAY")) throw error;
    const [latest] = await monitors.runs(id, { limit: 1, signal });
    const run = latest && (await endOf(monitors, latest, signal));
    signal.throwIfAborted();
    if (run === undefined) throw error;
    return run;
  }
}

/**
 * A run when it has ended; undefined when the monitor was removed meanwhile, or the signal aborts
 * and it has not.
 */
export async function endOf(
  monitors: Pick<Monitors, "run">,
  { monitorId, id }: Pick<MonitorRun, "monitorId" | "id">,
  signal: AbortSignal,
): Promise<MonitorRun | undefined> {
  for (;;) {
    const isLast = signal.aborted;
    const run = await lookAt(monitors, monitorId, id);
    if (run?.status !== "processing") return run;
    if (isLast) return undefined;
    await wait(systemClock, LOOK_MS, signal).catch(() => {});
  }
}

async function lookAt(
  monitors: Pick<Monitors, "run">,
  monitorId: string,
  id: string,
): Promise<MonitorRun | undefined> {
  try {
    return await monitors.run(monitorId, id);
  } catch (error) {
    if (isMonitorError(error, "UNKNOWN_MONITOR")) return undefined;
    throw error;
  }
}

/** What came of a run that has ended. */
export async function outcomeOf(
  monitors: Pick<KeptMonitors, "compare" | "snapshots">,
  { monitor, run }: Pick<CheckOutcome, "monitor" | "run">,
): Promise<CheckOutcome> {
  const { id } = monitor;
  if (run.status !== "completed") return { monitor, run, status: "failed", detail: undefined };
  if (run.changeId !== null) {
    const detail = await monitors.compare(id, { changeId: run.changeId });
    return { monitor, run, status: "changed", detail };
  }
  const snapshots = await monitors.snapshots(id, { limit: MOST_KEPT });
  const status = isFirst(run, snapshots) ? "first" : "unchanged";
  return { monitor, run, status, detail: undefined };
}

/** Whether there was nothing to compare with: it took the oldest snapshot, and none was dropped. */
export function isFirst(
  { startedAt, completedAt }: MonitorRun,
  snapshots: readonly MonitorSnapshot[],
): boolean {
  const oldest = snapshots.length < MOST_KEPT ? snapshots.at(-1) : undefined;
  if (oldest === undefined || completedAt === null) return false;
  return startedAt <= oldest.capturedAt && oldest.capturedAt <= completedAt;
}

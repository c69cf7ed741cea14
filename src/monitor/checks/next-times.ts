import type { MonitorRow } from "../collections.ts";
import { expiredAt, type MonitorSet } from "../definition/monitor-states.ts";
import { definitionOf } from "../definition/monitor-view.ts";
import { nextCheckAt } from "../schedule/check-times.ts";

/** After so long a schedule that cannot be read is looked at again. */
const DAY = 86_400_000;

/** What the end of a run writes of a monitor's times: nobody has it, and when it is due again. */
export function nextTimes(row: MonitorRow, now: number, failures: number): MonitorSet {
  const over = { runId: null, token: null, heldUntil: 0, attempts: 0 } as const;
  const ended = { ...row, ...over };
  const expiry = expiredAt(ended, now);
  if (!row.isActive || expiry.expired === true) {
    return { ...expiry, ...over, nextRunAt: null, dueAt: null };
  }
  const nextRunAt = nextAt(row, now, failures);
  return { ...over, nextRunAt, dueAt: nextRunAt };
}

function nextAt(row: MonitorRow, now: number, failures: number): number | null {
  const { schedule } = definitionOf(row);
  try {
    return nextCheckAt({ schedule, anchor: row.anchor }, now, failures) ?? null;
  } catch {
    // Its check has failed for that reason.
    return now + DAY;
  }
}

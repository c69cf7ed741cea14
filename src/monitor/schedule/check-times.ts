import { createHash } from "node:crypto";
import type { Schedule } from "../definition/definition.ts";
import { nextSlot } from "./next-slot.ts";

/** After so many checks that failed the interval is at its longest, 8 times as long. */
const MOST_DOUBLINGS = 3;

/**
 * What the times of a monitor's interval are counted from: its creation, or when it was resumed, and
 * a little that its id gives, so that monitors which were made together do not come due together.
 * @param jitterMs at most so much; never more than a tenth of the interval
 */
export function anchorOf(
  { id, schedule }: { readonly id: string; readonly schedule: Schedule },
  now: number,
  jitterMs: number,
): number {
  if ("cron" in schedule) return now;
  const most = Math.min(jitterMs, schedule.every / 10);
  const share = createHash("sha256").update(id).digest().readUInt32BE(0) / 2 ** 32;
  return now + Math.floor(share * most);
}

/**
 * When a monitor is checked next: at its next time; after its second failure in a row at the second,
 * after the third at the fourth, then at the eighth. Undefined when its pattern has no more times.
 * @throws Error for a pattern or a time zone that cannot be read
 */
export function nextCheckAt(
  { schedule, anchor }: { readonly schedule: Schedule; readonly anchor: number },
  now: number,
  failures: number,
): number | undefined {
  const steps = 2 ** Math.min(MOST_DOUBLINGS, Math.max(0, failures - 1));
  // The anchor may lie a little ahead: the check at once stands for it.
  let at: number | undefined = Math.max(now, anchor);
  for (let step = 0; step < steps && at !== undefined; step += 1) {
    at = nextSlot(schedule, anchor, at);
  }
  return at;
}

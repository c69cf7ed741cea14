import type { Schedule } from "../definition/definition.ts";
import { cronSlot } from "./cron-slot.ts";

/**
 * The first time of a schedule after a moment; undefined when there is none. Intervals are counted
 * from `anchor`, so checks that take long or are missed never shift the times.
 * @param anchor milliseconds since 1970
 * @param after milliseconds since 1970
 * @throws Error for a pattern or a time zone that cannot be read
 */
export function nextSlot(schedule: Schedule, anchor: number, after: number): number | undefined {
  if ("cron" in schedule) return cronSlot(schedule, after);
  const { every } = schedule;
  const passed = Math.floor((after - anchor) / every);
  return anchor + (passed + 1) * every;
}

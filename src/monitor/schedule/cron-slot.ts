import { Cron } from "croner";

/** When, by a pattern. */
interface CronSchedule {
  readonly cron: string;
  readonly timezone?: string | undefined;
}

/**
 * The first time of a cron pattern after a moment, by the clock on the wall of its time zone. When
 * clocks go forward, a fixed time in the gap (`30 2 * * *`) comes at the gap's end and times of a
 * pattern with steps, ranges or lists are left out; when they go back, a fixed time comes once, the
 * first time, and the others come twice (as in Vixie cron).
 * @param after milliseconds since 1970
 * @throws Error for a pattern or a time zone that cannot be read
 */
export function cronSlot(schedule: CronSchedule, after: number): number | undefined {
  const { cron, timezone = "UTC" } = schedule;
  const pattern = new Cron(cron, { timezone, mode: "5-or-6-parts", paused: true });
  return pattern.nextRun(new Date(after))?.getTime();
}

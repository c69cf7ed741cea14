import { systemClock } from "../../core/index.ts";
import type { Monitor } from "../../monitor/index.ts";
import { printableLine } from "../terminal/printable.ts";
import { table } from "../terminal/table.ts";
import { exitCodes, print } from "../terminal/terminal.ts";
import { scheduleText } from "./add-monitor.ts";
import { momentText } from "../input/duration.ts";
import { shortId } from "./find-monitor.ts";
import type { Scope } from "./verb.ts";

const LONGEST_URL = 60;
const LONGEST_ERROR = 60;

const heading: readonly string[] = ["ID", "URL", "WHEN", "CHECKED", "CHANGED", "STATE"];

/**
 * Prints all monitors, the newest first.
 * @returns the exit code
 */
export async function listMonitors(scope: Scope, json: boolean): Promise<number> {
  const { monitors, terminal } = scope;
  const all = await monitors.list({ signal: terminal.signal });
  if (json) {
    await print(terminal, all.map((monitor) => `${JSON.stringify(monitor)}\n`).join(""));
    return exitCodes.ok;
  }
  const rows = await Promise.all(all.map((monitor) => rowOf(scope, monitor, all)));
  if (rows.length > 0) await print(terminal, table([heading, ...rows]));
  return exitCodes.ok;
}

async function rowOf(
  { monitors, terminal: { signal } }: Scope,
  monitor: Monitor,
  all: readonly Monitor[],
): Promise<readonly string[]> {
  const [change] = await monitors.changes(monitor.id, { limit: 1, signal });
  return [
    shortId(monitor.id, all),
    printableLine(monitor.url, LONGEST_URL),
    scheduleText(monitor),
    ago(monitor.lastCheckedAt),
    ago(change?.changedAt ?? null),
    stateText(monitor),
  ];
}

function ago(at: number | null): string {
  return at === null ? "never" : momentText(at, systemClock.now());
}

function stateText({ expired, isActive, lastError, lastCheckedAt }: Monitor): string {
  if (expired) return "expired";
  if (!isActive) return "paused";
  if (lastError !== null) return `failed: ${printableLine(lastError, LONGEST_ERROR)}`;
  return lastCheckedAt === null ? "new" : "ok";
}

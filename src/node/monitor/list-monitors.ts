import { systemClock } from "../../core/index.ts";
import { printable, printableLine } from "../terminal/printable.ts";
import { table } from "../terminal/table.ts";
import { exitCodes, print, say } from "../terminal/terminal.ts";
import { scheduleText } from "./add-monitor.ts";
import { momentText } from "../input/duration.ts";
import { shortId } from "./find-monitor.ts";
import type { KeptMonitor } from "./kept-monitors.ts";
import type { KeptScope } from "./verb.ts";

const LONGEST_URL = 60;
const LONGEST_ERROR = 60;

const heading: readonly string[] = ["ID", "URL", "WHEN", "CHECKED", "CHANGED", "STATE"];

/** What `list` is called with. */
interface ListCall {
  readonly json: boolean;
  /** Of how many monitors the last change is looked up; of all when absent. */
  readonly lookUps?: number | undefined;
  /** What is said where there is none; nothing when absent. */
  readonly none?: string | undefined;
}

/**
 * Prints all monitors, the newest first.
 * @returns the exit code
 */
export async function listMonitors(
  scope: KeptScope,
  { json, lookUps = Infinity, none }: ListCall,
): Promise<number> {
  const { monitors, terminal } = scope;
  const all = await monitors.list({ signal: terminal.signal });
  if (all.length === 0 && none !== undefined) say(terminal, none);
  if (json) {
    await print(terminal, all.map((monitor) => `${printable(JSON.stringify(monitor))}\n`).join(""));
    return exitCodes.ok;
  }
  const rows = await Promise.all(
    all.map(async (monitor, at) => {
      const changed = at < lookUps ? await changedText(scope, monitor) : "-";
      return rowOf(monitor, changed, all);
    }),
  );
  if (rows.length > 0) await print(terminal, table([heading, ...rows]));
  if (rows.length > lookUps) {
    const what = `CHANGED was looked up of the ${lookUps} newest monitors`;
    say(terminal, `${what}; of others: dragline monitor history ID`);
  }
  return exitCodes.ok;
}

async function changedText(
  { monitors, terminal: { signal } }: KeptScope,
  { id }: KeptMonitor,
): Promise<string> {
  const [change] = await monitors.changes(id, { limit: 1, signal });
  return ago(change?.changedAt ?? null);
}

function rowOf(
  monitor: KeptMonitor,
  changed: string,
  all: readonly KeptMonitor[],
): readonly string[] {
  return [
    shortId(monitor.id, all),
    printableLine(monitor.url, LONGEST_URL),
    scheduleText(monitor),
    ago(monitor.lastCheckedAt),
    changed,
    stateText(monitor),
  ];
}

function ago(at: number | null): string {
  return at === null ? "never" : momentText(at, systemClock.now());
}

function stateText({ expired, isActive, lastError, lastCheckedAt }: KeptMonitor): string {
  if (expired) return "expired";
  if (!isActive) return "paused";
  if (lastError !== null) return `failed: ${printableLine(lastError, LONGEST_ERROR)}`;
  return lastCheckedAt === null ? "new" : "ok";
}

import { printableLine } from "../terminal/printable.ts";
import type { KeptMonitor, KeptMonitors } from "./kept-monitors.ts";

const MOST_LINES = 5;
const LONGEST_LINE = 90;

/** What a monitor saw at its last check that succeeded: the first lines, the values, the pages. */
export async function seenLines(
  monitors: KeptMonitors,
  monitor: KeptMonitor,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const lines = await allLines(monitors, monitor, signal);
  const shown = lines.slice(0, MOST_LINES).map((line) => printableLine(line, LONGEST_LINE));
  const more = lines.length - shown.length;
  return more > 0 ? [...shown, `… ${more} more`] : shown;
}

async function allLines(
  monitors: KeptMonitors,
  { id, scope }: KeptMonitor,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (scope === "site") return (await monitors.pages(id, { signal })).map(({ url }) => url);
  const [snapshot] = await monitors.snapshots(id, { limit: 1, signal });
  if (snapshot === undefined) return [];
  if (!snapshot.hasBody) return valueLines(snapshot.extractedData);
  const body = await monitors.content(id, { snapshotId: snapshot.id }, { signal });
  return (body?.content ?? "").split("\n").filter((line) => line.trim() !== "");
}

function valueLines(values: unknown): readonly string[] {
  return Object.entries(values ?? {}).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
}

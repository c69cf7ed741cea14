import type { Monitors } from "../../monitor/index.ts";
import { UsageError, type Terminal } from "../terminal/terminal.ts";
import { findMonitor } from "./find-monitor.ts";
import type { KeptMonitor, KeptMonitors } from "./kept-monitors.ts";
import type { OpenedNotifier } from "./notify/open-notifier.ts";

/** The dependencies of a verb that works with the monitors of a service as well. */
export interface KeptScope {
  readonly monitors: KeptMonitors;
  readonly terminal: Terminal;
}

/** The dependencies of a verb of `dragline monitor`. */
export interface Scope extends KeptScope {
  readonly monitors: Monitors;
  /** Tells of changes. */
  readonly told: OpenedNotifier;
}

/**
 * The monitors that texts name; all that are active without any.
 * @throws UsageError
 */
export async function chosen(
  { monitors, terminal: { signal } }: KeptScope,
  names: readonly string[],
): Promise<readonly KeptMonitor[]> {
  if (names.length === 0) return monitors.list({ isActive: true, signal });
  const found: KeptMonitor[] = [];
  for (const name of names) found.push(await findMonitor(monitors, name, signal));
  return found;
}

/**
 * The one name that a verb takes.
 * @throws UsageError
 */
export function oneName(names: readonly string[], verb: string, what = "ID"): string {
  const [name, ...rest] = names;
  if (name !== undefined && name !== "" && rest.length === 0) return name;
  throw new UsageError(`expected: dragline monitor ${verb} ${what}; see: dragline monitor --help`);
}

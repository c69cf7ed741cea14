import { readdirSync, readFileSync } from "node:fs";

/** What Linux tells of a process in /proc/PID/stat. */
interface PidStat {
  readonly parent: number;
  /** When it started, in ticks since the machine did; tells it from a later one of its number. */
  readonly started: string;
}

/** The processes of this machine; empty where there is no /proc. */
export function listPids(): number[] {
  try {
    return readdirSync("/proc").map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** A process's facts; undefined when there is none of that number, or no /proc. */
export function statOf(pid: number): PidStat | undefined {
  const text = read(`/proc/${pid}/stat`);
  // The second field is the program's name in parentheses, and may hold spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [parent, started] = [fields[1], fields[19]];
  if (parent === undefined || started === undefined) return undefined;
  return { parent: Number(parent), started };
}

/** A process's arguments, joined by spaces; empty when there is none of that number. */
export function commandLineOf(pid: number): string {
  return read(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim();
}

/** `root` and all that descend from it, parents first. */
export function descendants(root: number): number[] {
  const children = Map.groupBy(listPids(), (pid) => statOf(pid)?.parent ?? 0);
  const found = [root];
  for (const pid of found) found.push(...(children.get(pid) ?? []));
  return found;
}

/** Whether `pid` descends from `root` now. */
export function descendsFrom(pid: number, root: number): boolean {
  const parent = statOf(pid)?.parent ?? 0;
  return parent === root || (parent > 1 && descendsFrom(parent, root));
}

function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

import { readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { statOf } from "./pid-table.ts";

/** The process that a profile belongs to. */
export interface ProfileOwner {
  readonly pid: number;
  /** When it started, in the system's own count; empty where the system does not tell. */
  readonly started: string;
  readonly host: string;
  /** Where its number means something: on Linux a namespace of numbers, one per container. */
  readonly namespace: string;
}

/** This process as an owner. */
export function thisOwner(): ProfileOwner {
  return {
    pid: process.pid,
    started: statOf(process.pid)?.started ?? "",
    host: hostname(),
    namespace: pidNamespace(),
  };
}

/** The owner in the text of an owner file; undefined when it is none. */
export function readOwner(text: string): ProfileOwner | undefined {
  try {
    const owner = JSON.parse(text) as Partial<ProfileOwner> | null;
    const { pid, started, host, namespace } = owner ?? {};
    if (typeof pid !== "number" || !Number.isInteger(pid) || pid <= 0) return undefined;
    if (typeof started !== "string" || typeof host !== "string") return undefined;
    if (typeof namespace !== "string") return undefined;
    return { pid, started, host, namespace };
  } catch {
    return undefined;
  }
}

/** Whether a process of this machine runs, and is not a later one of the same number. */
export function isRunning(owner: Pick<ProfileOwner, "pid" | "started">): boolean {
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    // EPERM: it runs, as another user.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  const started = statOf(owner.pid)?.started;
  return owner.started === "" || started === undefined || started === owner.started;
}

function pidNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}

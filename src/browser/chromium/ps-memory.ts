import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { BrowserMemory } from "../launcher.ts";
import { kindOf } from "./kind-of.ts";

/** A line of `ps`: number, parent, resident kilobytes, arguments. */
const LINE = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/;

/**
 * The resident memory of a browser's processes by the system's `ps`, where there is no /proc.
 * Empty when that cannot be run.
 * @param root the number of the browser's main process
 */
export async function psMemory(root: number): Promise<BrowserMemory[]> {
  const args = ["-axww", "-o", "pid=,ppid=,rss=,args="];
  const run = promisify(execFile)("ps", args, { maxBuffer: 16 * 1024 * 1024 });
  const text = await run.then(({ stdout }) => stdout).catch(() => "");
  return rowsOf(text, root);
}

function rowsOf(text: string, root: number): BrowserMemory[] {
  const rows = text.split("\n").flatMap((line) => {
    const [, pid, parent, kilobytes, args = ""] = LINE.exec(line) ?? [];
    if (pid === undefined) return [];
    return [{ pid: Number(pid), parent: Number(parent), bytes: 1024 * Number(kilobytes), args }];
  });
  const children = Map.groupBy(rows, ({ parent }) => parent);
  const found = rows.filter(({ pid }) => pid === root);
  for (const { pid } of found) found.push(...(children.get(pid) ?? []));
  return found.map(({ pid, bytes, args }) => ({ pid, bytes, kind: kindOf(args, pid === root) }));
}

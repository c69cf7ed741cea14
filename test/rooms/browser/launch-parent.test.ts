import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { commandLineOf, descendants, listPids } from "../../../src/browser/chromium/pid-table.ts";
import { sweepProfiles } from "../../../src/browser/chromium/sweep-profiles.ts";
import { browserTitle, chromiumPath } from "../../chromium.ts";

const path = await chromiumPath();

const program = fileURLToPath(new URL("launching-parent.ts", import.meta.url));

/** What is left of a host's browsers: their processes, those outside of its tree too. */
function left(host: number, pids: readonly number[]): number[] {
  const folder = `=${tmpdir()}/dragline-chromium-${host}-`;
  return listPids().filter(
    (pid) =>
      commandLineOf(pid).includes(folder) || (pids.includes(pid) && commandLineOf(pid) !== ""),
  );
}

async function folders(host: number): Promise<string[]> {
  const names = await readdir(tmpdir());
  return names.filter((name) => name.startsWith(`dragline-chromium-${host}-`));
}

describe.skipIf(path === undefined)(`${browserTitle("a browser", path)} of a host`, () => {
  it.each([
    ["that is killed", "wait", "SIGKILL"],
    ["that a terminal interrupts", "wait", "SIGINT"],
    ["that is asked to end", "wait", "SIGTERM"],
    ["that exits", "exit", undefined],
    ["that throws", "throw", undefined],
  ] as const)("%s ends with it", async (_, mode, signal) => {
    const host = spawn(process.execPath, [program, mode], { stdio: ["pipe", "pipe", "ignore"] });
    const closed = once(host, "close");
    const [line] = (await once(host.stdout, "data")) as [Buffer];
    const pid = host.pid ?? 0;
    const pids = descendants(Number(String(line)));
    expect(pids.length).toBeGreaterThan(4);
    expect(await folders(pid)).toHaveLength(1);
    if (signal === undefined) host.stdin.write("now\n");
    else host.kill(signal);
    await closed;
    await expect.poll(() => left(pid, pids), { timeout: 30_000, interval: 20 }).toEqual([]);
    // Whoever runs no code at its end leaves the folder to the next launch.
    if (signal !== undefined) await sweepProfiles();
    expect(await folders(pid)).toEqual([]);
  });
});

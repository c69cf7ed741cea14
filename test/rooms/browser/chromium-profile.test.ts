import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { FakeClock } from "dragline/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { statOf } from "../../../src/browser/chromium/pid-table.ts";
import { createProfile } from "../../../src/browser/chromium/profile-folder.ts";
import { readOwner, thisOwner } from "../../../src/browser/chromium/profile-owner.ts";
import { sweepProfiles } from "../../../src/browser/chromium/sweep-profiles.ts";

/** Above what Linux and macOS give to a process. */
const NOBODY = 2 ** 30;

/** A folder for temporary files of this file's own: others launch, and so sweep, meanwhile. */
const temporary = await mkdtemp(join(tmpdir(), "dragline-sweep-"));
const before = process.env["TMPDIR"];

beforeAll(() => {
  process.env["TMPDIR"] = temporary;
});

afterAll(async () => {
  if (before === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = before;
  await rm(temporary, { recursive: true });
});

const made: string[] = [];

afterEach(async () => {
  for (const path of made.splice(0)) await rm(path, { recursive: true, force: true });
});

async function folder(pid: number, owner?: unknown): Promise<string> {
  const path = join(tmpdir(), `dragline-chromium-${pid}-${made.length}test`);
  made.push(path);
  await mkdir(join(path, "profile", "Default"), { recursive: true });
  await writeFile(join(path, "profile", "Default", "Cookies"), "secret");
  const text = typeof owner === "string" ? owner : JSON.stringify(owner);
  if (owner !== undefined) await writeFile(join(path, "owner.json"), text);
  return path;
}

describe("createProfile", () => {
  it("makes a folder for this user alone, that says whose it is, and removes it", async () => {
    const profile = await createProfile();
    made.push(profile.path);
    expect(profile.path.startsWith(join(tmpdir(), `dragline-chromium-${process.pid}-`))).toBe(true);
    expect((await stat(profile.path)).mode & 0o777).toBe(0o700);
    const owner = readOwner(await readFile(join(profile.path, "owner.json"), "utf8"));
    expect(owner).toEqual(thisOwner());
    await writeFile(join(profile.userDataDir, "x"), "x");
    await profile.remove();
    await profile.remove();
    profile.removeNow();
    expect(existsSync(profile.path)).toBe(false);
  });

  it("makes one of its own for each browser", async () => {
    const profiles = await Promise.all(Array.from({ length: 20 }, () => createProfile()));
    made.push(...profiles.map(({ path }) => path));
    expect(new Set(profiles.map(({ path }) => path)).size).toBe(20);
    expect(await sweepProfiles()).toEqual([]);
  });
});

describe("sweepProfiles", () => {
  it("removes what an ended process has left", async () => {
    const path = await folder(NOBODY, { ...thisOwner(), pid: NOBODY });
    expect(await sweepProfiles()).toContain(path);
    expect(existsSync(path)).toBe(false);
  });

  it("removes what a process of a number that is used again has left", async () => {
    const path = await folder(process.pid, { ...thisOwner(), started: "1" });
    // Where the system does not tell when a process started, the number alone counts.
    expect((await sweepProfiles()).includes(path)).toBe(statOf(process.pid) !== undefined);
  });

  it("leaves the profiles of processes that run", async () => {
    const path = await folder(process.pid, thisOwner());
    expect(await sweepProfiles()).not.toContain(path);
    expect(existsSync(path)).toBe(true);
  });

  it("leaves those of another host that shares the folder", async () => {
    const path = await folder(NOBODY, { ...thisOwner(), pid: NOBODY, host: "elsewhere" });
    const clock = new FakeClock(Date.now() + 1e12);
    expect(await sweepProfiles(clock)).not.toContain(path);
  });

  it("leaves those of another container until nothing was written for a day", async () => {
    const path = await folder(NOBODY, { ...thisOwner(), pid: NOBODY, namespace: "pid:[0]" });
    expect(await sweepProfiles()).not.toContain(path);
    const day = 24 * 60 * 60 * 1000;
    const sweepAfter = (ms: number): Promise<string[]> =>
      sweepProfiles(new FakeClock(Date.now() + ms));
    expect(await sweepAfter(day - 60_000)).not.toContain(path);
    expect(await sweepAfter(day + 60_000)).toContain(path);
  });

  it.each([undefined, "", "{", "null", "[]", `{"pid":-1,"started":"","host":"","namespace":""}`])(
    "goes by the number in the name where the owner file is %j",
    async (text) => {
      const [orphan, own] = [await folder(NOBODY, text), await folder(process.pid, text)];
      const removed = await sweepProfiles();
      expect([removed.includes(orphan), removed.includes(own)]).toEqual([true, false]);
    },
  );

  it("does not follow a link to another place", async () => {
    const target = join(tmpdir(), `dragline-target-${process.pid}`);
    const link = join(tmpdir(), `dragline-chromium-${NOBODY}-link`);
    made.push(target, link);
    await mkdir(target);
    await writeFile(join(target, "file"), "x");
    await symlink(target, link);
    const path = await folder(NOBODY);
    await symlink(target, join(path, "profile", "inside"));
    await sweepProfiles();
    expect(existsSync(join(target, "file"))).toBe(true);
    expect(existsSync(path)).toBe(false);
  });

  it("ends a program that still runs in an orphaned profile, and no other", async () => {
    const path = await folder(NOBODY);
    const script = "process.stdin.resume(); console.log('ready')";
    const start = (where: string): ChildProcessWithoutNullStreams =>
      spawn(process.execPath, ["-e", script, "--", `--user-data-dir=${where}/profile`]);
    const [orphan, other] = [start(path), start(`${path}-other`)];
    await Promise.all([once(orphan.stdout, "data"), once(other.stdout, "data")]);
    const ended = once(orphan, "exit");
    await sweepProfiles();
    expect(await ended).toEqual([null, "SIGKILL"]);
    expect(other.exitCode).toBeNull();
    const last = once(other, "close");
    other.kill();
    await last;
  });
});

describe("readOwner", () => {
  it.each(["", "1", "{}", `{"pid":"1"}`, `{"pid":1.5,"started":"","host":"","namespace":""}`])(
    "of %j is undefined",
    (text) => {
      expect(readOwner(text)).toBeUndefined();
    },
  );
});

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "../run.ts";
import { temporaryFolder } from "../serve/temporary-folder.ts";
import { remoteRig, type RemoteRig } from "./remote-rig.ts";

describe("dragline index add --remote", () => {
  let rig: RemoteRig;
  beforeAll(async () => {
    rig = await remoteRig({ "/tides": "<title>Tides</title><p>The tide turns at noon." });
  });
  afterAll(() => rig[Symbol.asyncDispose]());

  it("has the service scrape pages, adds them and files to the index of this machine", async () => {
    const folder = await temporaryFolder();
    const index = ["--index", join(folder, "index.sqlite")];
    const file = join(folder, "boats.html");
    await writeFile(file, "<title>Boats</title><p>Ten boats a day cross the bay.");
    const argv = ["index", "add", rig.site.url("/tides"), file, "--url", "https://quay.test/boats"];
    const { code, stdout, stderr } = await rig.remotely([...argv, ...index]);
    expect([code, stdout]).toEqual([0, ""]);
    expect(stderr).toMatch(/^2 pages, 2 passages in .*index\.sqlite\n$/);
    const { stdout: listed } = await rig.remotely(["api", "listJobs"]);
    expect(JSON.parse(listed)).toMatchObject({ jobs: [{ url: rig.site.url("/tides") }] });
    const found = await run(["index", "search", "tide", ...index]);
    expect(found.stdout).toContain(rig.site.url("/tides"));
    expect((await run(["index", "search", "boats", ...index])).stdout).toContain("quay.test/boats");
  });

  it("goes on after pages that fail or that the service refuses, and ends with 1 without any", async () => {
    const index = ["--index", join(await temporaryFolder(), "index.sqlite")];
    const bad = [rig.site.url("/none"), "http://10.0.0.1/"];
    const some = await rig.remotely(["index", "add", ...bad, rig.site.url("/tides"), ...index]);
    expect(some.code).toBe(0);
    expect(some.stderr).toMatch(/failed: .*\/none: .*404/);
    expect(some.stderr).toMatch(/failed: http:\/\/10\.0\.0\.1\/: /);
    expect(some.stderr).toContain("(2 failed)");
    expect((await rig.remotely(["index", "add", ...bad, ...index])).code).toBe(1);
  });

  it.each([
    [["index", "add", "https://quay.test/", "--crawl"], "--crawl cannot be combined with --remote"],
    [["index", "add", "https://quay.test/", "--header", "a: b"], "--header cannot be combined"],
    [["index", "search", "boats"], "'search' takes no --remote"],
    [["index", "rm", "--all"], "'rm' takes no --remote"],
  ])("refuses %j", async (argv, said) => {
    const { code, stdout, stderr } = await rig.remotely(argv);
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining(said)]);
  });
});

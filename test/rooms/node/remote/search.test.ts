import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FakeSearch } from "../../../transports/fake-search.ts";
import { run } from "../run.ts";
import { remoteRig, type RemoteRig } from "./remote-rig.ts";

describe("dragline search --remote", () => {
  const provider = new FakeSearch();
  let rig: RemoteRig;
  beforeAll(async () => {
    rig = await remoteRig({}, { search: provider });
  });
  afterAll(() => rig[Symbol.asyncDispose]());

  it("prints what the service's provider finds, as a search of this machine does", async () => {
    provider.results = [
      {
        url: "https://quay.test/hours",
        title: "Hours \u001b[31m",
        snippet: "The harbour opens at six.",
        date: "2026-03-04",
        lastUpdated: "2026-03-05",
      },
      { url: "https://quay.test/map", title: "", snippet: "" },
    ];
    const { code, stdout, stderr } = await rig.remotely(["search", "harbour", "hours"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^ 1\. Hours .*\n {4}https:\/\/quay\.test\/hours · 2026-03-05\n/);
    expect(stdout).toContain("    The harbour opens at six.\n\n 2. https://quay.test/map\n");
    expect(stdout).not.toContain("\u001b");
    expect(provider.calls.at(-1)).toMatchObject({ limit: 5 });
    const json = await rig.remotely(["search", "harbour", "--limit", "1", "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({
      results: [{ url: "https://quay.test/hours", date: "2026-03-04", lastUpdated: "2026-03-05" }],
      notes: [],
    });
    expect(JSON.parse(json.stdout)).toHaveProperty("results.length", 1);
  });

  it("ends with 1 when nothing is found, and when the service refuses", async () => {
    provider.results = [];
    const none = await rig.remotely(["search", "zzz"]);
    expect(none).toEqual({ code: 1, stdout: "", stderr: "nothing was found\n" });
    const long = await rig.remotely(["search", "x".repeat(9000)]);
    expect([long.code, long.stdout]).toEqual([1, ""]);
    expect(long.stderr).toMatch(/^dragline: .*prompt.* \(invalid_request\)\n$/);
  });

  it.each([
    [["a", "--provider", "brave:secret-key"], "--provider cannot be combined with --remote"],
    [["a", "--index", "x"], "--index cannot be combined with --remote"],
    [["a", "--country", "de"], "--country cannot be combined with --remote"],
    [["a", "--limit", "21"], "--limit takes 1 to 20"],
    [[], "expected words to search for"],
  ])("refuses %j", async (argv, said) => {
    const { code, stdout, stderr } = await rig.remotely(["search", ...argv]);
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining(said)]);
  });

  it("needs --remote for --key", async () => {
    const { code, stderr } = await run(["search", "a", "--key", "dl_x"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("--key needs --remote")]);
  });
});

import { createSite } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "../run.ts";
import { remoteRig, type RemoteRig } from "./remote-rig.ts";

describe("dragline doctor --remote", () => {
  let rig: RemoteRig;
  beforeAll(async () => {
    rig = await remoteRig({});
  });
  afterAll(() => rig[Symbol.asyncDispose]());

  it("says that the service answers and takes the key, and nothing of this machine", async () => {
    const { code, stdout, stderr } = await rig.remotely(["doctor"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout.trimEnd().split("\n")).toEqual([
      expect.stringMatching(
        /^found {4}Service {5}http:\/\/127\.0\.0\.1:\d+\/v1 answers, with its storage and its queue; version \S+ of the API$/,
      ),
      "found    API key     the service takes it; 10000 credits left",
    ]);
    const json = await rig.remotely(["doctor", "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject([
      { kind: "part", name: "Service", found: true },
      { kind: "part", name: "API key", found: true },
    ]);
  });

  it("fails for a wrong key; none at all is only missing", async () => {
    const wrong = await run(["doctor", "--key", "dl_a_canary_of_a_key", ...rig.at]);
    expect(wrong.code).toBe(1);
    expect(wrong.stdout).toMatch(/^found {4}Service .*\nfailed {3}API key {5}\S/);
    expect(JSON.stringify(wrong)).not.toContain("canary");
    const none = await run(["doctor", ...rig.at]);
    expect(none.code).toBe(0);
    expect(none.stdout).toMatch(/\nmissing {2}API key .*DRAGLINE_API_KEY/);
  });

  it("fails once where there is no service, and where its storage is away", async () => {
    const away = { error: "service_unavailable", message: "Storage or queue \u001b[2J is away." };
    const headers = { "content-type": "application/json" };
    await using site = await createSite({
      "/sick/v1/health": { status: 503, headers, body: JSON.stringify(away) },
      "/other/v1/health": { headers, body: "{}" },
    });
    const sick = await run(["doctor", "--remote", site.url("/sick")]);
    expect(sick.code).toBe(1);
    expect(sick.stdout).toMatch(/^failed {3}Service {5}Storage or queue .* is away\n/);
    expect(sick.stdout).not.toContain("\u001b");
    const other = await run(["doctor", "--remote", site.url("/other")]);
    expect([other.code, other.stdout]).toEqual([1, expect.stringContaining("no Dragline service")]);
    expect(site.requests).toHaveLength(2);
    const gone = await run(["doctor", "--remote", "http://127.0.0.1:1"]);
    expect([gone.code, gone.stdout]).toEqual([1, expect.stringContaining("did not answer")]);
  });

  it.each([
    [["--for", "browser"], "--for cannot be combined with --remote"],
    [["--data", "there"], "--data cannot be combined with --remote"],
  ])("refuses %j", async (flags, said) => {
    const { code, stdout, stderr } = await rig.remotely(["doctor", ...flags]);
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining(said)]);
  });
});

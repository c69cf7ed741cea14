import { describe, expect, it } from "vitest";
import { run } from "../run.ts";

const sentence =
  "dragline: 'keys' takes no --remote: the API makes no keys; the dashboard of the service does:";

describe("dragline keys --remote", () => {
  it.each([
    [["list", "--remote", "https://api.example"], "https://api.example/keys"],
    [["create", "--remote=https://api.example/at/v1/"], "https://api.example/at/keys"],
    [["--remote"], "URL/keys"],
    [["list", "--remote", "nowhere"], "URL/keys"],
  ])("says where keys are made: %j", async (args, page) => {
    const ran = await run(["keys", ...args]);
    expect(ran).toEqual({ code: 2, stdout: "", stderr: `${sentence} ${page}\n` });
  });
});

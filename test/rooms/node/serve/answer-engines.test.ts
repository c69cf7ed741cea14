import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openRig, query } from "../visibility/rig.ts";
import { run } from "../run.ts";
import { served } from "./served.ts";
import { temporaryFolder } from "./temporary-folder.ts";

describe("dragline serve with answer engines", () => {
  it("asks those of the environment", async () => {
    await using rig = await openRig("xai", "gemini");
    const folder = join(await temporaryFolder(), "data");
    const service = await served({ folder, env: rig.env });
    const listed = await service.call("GET /ai-visibility/sources");
    expect(listed.json).toMatchObject({ sources: [{ slug: "gemini" }, { slug: "xai" }] });
    const begun = await service.call("POST /ai-visibility/search", { query });
    const path = `GET /ai-visibility/search/${String(begun.json["id"])}`;
    await expect
      .poll(async () => (await service.call(path)).json, { timeout: 20_000 })
      .toMatchObject({
        status: "completed",
        results: [
          { source: "gemini", status: "completed" },
          { source: "xai", status: "completed" },
        ],
      });
    expect(await service.stop()).toBe(0);
  }, 30_000);

  it("does not start with variables that do not go together", async () => {
    const folder = join(await temporaryFolder(), "data");
    const env = { DRAGLINE_XAI_URL: "http://127.0.0.1:1" };
    const { code, stderr } = await run(["serve", "--data", folder], { env });
    expect([code, stderr]).toEqual([2, expect.stringContaining("goes with DRAGLINE_XAI_KEY")]);
  });
});

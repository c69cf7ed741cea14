import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openRig, query, serveJudge } from "../visibility/rig.ts";
import { run } from "../run.ts";
import { served } from "./served.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Searches to the end. */
async function searched(service: Awaited<ReturnType<typeof served>>): Promise<unknown> {
  const { json } = await service.call("POST /ai-visibility/search", { query });
  const show = () => service.call(`GET /ai-visibility/search/${String(json["id"])}`);
  const isOver = async () => (await show()).json["status"] !== "running";
  await expect.poll(isOver, { timeout: 20_000 }).toBe(true);
  return (await show()).json;
}

describe("dragline serve with answer engines", () => {
  it("asks those of the environment", async () => {
    await using rig = await openRig("xai", "gemini");
    const folder = join(await temporaryFolder(), "data");
    const service = await served({ folder, env: rig.env });
    const listed = await service.call("GET /ai-visibility/sources");
    expect(listed.json).toMatchObject([{ slug: "gemini" }, { slug: "xai" }]);
    expect(await searched(service)).toMatchObject({
      status: "completed",
      results: [
        { source: "gemini", status: "completed" },
        { source: "xai", status: "completed" },
      ],
    });
    expect(await service.stop()).toBe(0);
  }, 30_000);

  it("has the model write one answer over all with --visibility-synthesis, and needs one for it", async () => {
    await using rig = await openRig("xai", "mistral");
    const folder = join(await temporaryFolder(), "data");
    const flags = ["--visibility-synthesis"];
    const none = await run(["serve", "--data", folder, ...flags], { env: rig.env });
    expect(none.code).toBe(2);
    expect(none.stderr).toContain("--visibility-synthesis needs a model: DRAGLINE_AI_URL");
    await using _judge = await serveJudge(rig.env);
    const service = await served({ folder, env: rig.env, flags });
    expect(await searched(service)).toMatchObject({
      status: "completed",
      synthesis: "The Orlen tower is 330 metres tall. [1]\n\n1. <https://tower.example/>",
    });
    expect(await service.stop()).toBe(0);
  }, 30_000);

  it("does not start with variables that do not go together", async () => {
    const folder = join(await temporaryFolder(), "data");
    const env = { DRAGLINE_XAI_URL: "http://127.0.0.1:1" };
    const { code, stderr } = await run(["serve", "--data", folder], { env });
    expect([code, stderr]).toEqual([2, expect.stringContaining("needs DRAGLINE_XAI_KEY")]);
  });
});

import { join } from "node:path";
import { createSite } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { completion, serveChat } from "../../ai/chat-server.ts";
import { run } from "../run.ts";
import { served } from "./served.ts";
import { temporaryFolder } from "./temporary-folder.ts";

describe("dragline serve with a model", () => {
  it("has the model of the environment write summaries", async () => {
    await using site = await createSite({
      "/": "<title>Quay</title><p>The quay is open all year.",
    });
    await using chat = await serveChat(completion({ content: '{"summary": "It is open."}' }));
    const env = { DRAGLINE_AI_URL: chat.baseUrl, DRAGLINE_AI_MODEL: "tiny" };
    const folder = join(await temporaryFolder(), "data");
    const service = await served({ folder, flags: ["--allow-host=127.0.0.1"], env });
    const body = { url: site.url("/"), formats: ["markdown", "summary"] };
    const scraped = await service.call("POST /url-scraper/scrape", body);
    expect(scraped.json).toMatchObject({ status: "completed", summary: "It is open." });
    expect(chat.requests.length).toBe(1);
    expect(await service.stop()).toBe(0);
  });

  it("does not start with variables that do not go together", async () => {
    const folder = join(await temporaryFolder(), "data");
    const env = { DRAGLINE_AI_URL: "http://127.0.0.1:1/v1" };
    const { code, stderr } = await run(["serve", "--data", folder], { env });
    expect([code, stderr]).toEqual([2, expect.stringContaining("needs DRAGLINE_AI_MODEL")]);
  });
});

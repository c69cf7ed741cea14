import { describe, expect, it } from "vitest";
import { connectFake, listedJob, scrapeOf } from "./mcp-rig.ts";

describe("resources", () => {
  it("are the jobs, and their texts", async () => {
    const client = await connectFake({
      ...scrapeOf({ markdown: "# Lamps" }),
      listJobs: () => ({ jobs: [listedJob({ title: "Lamps" })], nextCursor: null }),
    });
    const { resources } = await client.listResources();
    expect(resources).toMatchObject([{ uri: "dragline://jobs/job-1", name: "url_scraper job-1" }]);
    const { contents } = await client.readResource({ uri: "dragline://jobs/job-1?from=2" });
    const text = expect.stringMatching(/^<web-content-\S+ source="[^"]*">\nLamps\n<\/web-content-/);
    expect(contents).toMatchObject([{ mimeType: "text/markdown", text }]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain(
      "dragline://jobs/{id}",
    );
  });

  it.each(["https://shop.example/", "dragline://nothing/here", "dragline://"])(
    "refuses %s",
    async (uri) => {
      const client = await connectFake({});
      await expect(client.readResource({ uri })).rejects.toThrow(/not found|nothing to read/i);
    },
  );
});

describe("prompts", () => {
  it("are filled with what was given", async () => {
    const client = await connectFake({});
    const { prompts } = await client.listPrompts();
    expect(prompts).toHaveLength(2);
    const given = { url: "https://shop.example/", question: "What do lamps cost?" };
    const { messages } = await client.getPrompt({ name: "answer_from_site", arguments: given });
    expect(messages).toMatchObject([
      { role: "user", content: { text: expect.stringContaining("What do lamps cost?") } },
    ]);
  });

  it.each([
    ["answer_from_site", { url: "https://shop.example/" }, "needs 'question'"],
    ["answer_from_sight", {}, "did you mean 'answer_from_site'?"],
  ])("%s with %j is refused", async (name, args, message) => {
    const client = await connectFake({});
    await expect(client.getPrompt({ name, arguments: args })).rejects.toThrow(message);
  });
});

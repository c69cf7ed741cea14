import { describe, expect, it } from "vitest";
import { createMcp } from "dragline/mcp";
import { connect, connectFake, fakeClient } from "./mcp-rig.ts";

describe("tools/list", () => {
  it("is at most 6 KiB, and has at most 12 tools", async () => {
    const client = await connectFake({});
    const list = await client.listTools();
    expect(list.tools.length).toBeLessThanOrEqual(12);
    expect(Buffer.byteLength(JSON.stringify(list))).toBeLessThanOrEqual(6144);
  });

  it("says of each tool what it takes, gives and may do", async () => {
    const { tools } = await (await connectFake({})).listTools();
    for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
      expect(name).toMatch(/^[a-z_]{3,20}$/);
      expect(description).toMatch(/^[A-Z].{10,}/);
      expect(inputSchema.properties).toHaveProperty("maxChars");
      expect(outputSchema).toMatchObject({ type: "object" });
      expect(annotations).toMatchObject({ openWorldHint: true });
    }
    const acting = tools.filter(({ annotations }) => annotations?.readOnlyHint === false);
    expect(acting.map(({ name }) => name)).toEqual(["browser_task", "wire_run", "monitor"]);
  });

  it("has the tools of a set, and job, which gives the rest", async () => {
    const { tools } = await (await connectFake({}, { tools: ["read"] })).listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "scrape",
      "extract",
      "map",
      "crawl",
      "search",
      "job",
      "document",
    ]);
    const one = await (await connectFake({}, { tools: ["scrape"] })).listTools();
    expect(one.tools.map(({ name }) => name)).toEqual(["scrape", "job"]);
  });

  it("has fewer where a client asks for fewer, and never more than the host offers", async () => {
    const mcp = createMcp({ client: fakeClient({}) }, { tools: ["read"] });
    const url = "http://mcp.test/mcp?tools=scrape,wire_run";
    const { tools } = await (await connect(mcp, { url })).listTools();
    expect(tools.map(({ name }) => name)).toEqual(["scrape", "job"]);
    const wrong = new Request("http://mcp.test/mcp?tools=scarpe", { method: "POST" });
    const refused = await mcp.fetch(wrong);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("did you mean 'scrape'?");
  });
});

describe("createMcp", () => {
  it.each([
    [{ tools: ["scarpe"] }, /did you mean 'scrape'/],
    [{ tools: "all" as never }, /array of strings/],
    [{ maxChars: 999 }, /from 1000 to 1000000/],
    [{ waitMs: 0 }, /waitMs/],
    [{ maxchars: 5 } as never, /did you mean 'maxChars'/],
  ])("refuses the options %j", (options, message) => {
    expect(() => createMcp({ client: fakeClient({}) }, options)).toThrow(message);
  });

  it("refuses to be made of nothing, or of a service and a client", () => {
    expect(() => createMcp({})).toThrow(/a service or a client/);
    const client = fakeClient({});
    expect(() => createMcp({ client, service: {} as never })).toThrow(/one of both/);
    expect(() => createMcp({ maxChars: 5 } as never)).toThrow(/is an option/);
  });
});

import { describe, expect, it } from "vitest";
import { agenticSearchKind } from "../../../../../src/service/slices/agentic-search/agentic-search.ts";
import { searchKind } from "../../../../../src/service/slices/search/search.ts";
import { Rig, jobOf, runJob } from "../../site-job-rig.ts";

const submitted = {
  account: "a",
  url: "",
  country: null,
  baseUrl: "https://api.example/v1",
  webhookUrl: null,
};
const request = { prompt: "harbour", limit: 5, useBrowser: false, schema: null };

describe("the kinds of searches and researches", () => {
  it("have 60 seconds and 15 minutes", async () => {
    await using rig = new Rig();
    expect(searchKind(rig.parts)).toMatchObject({
      timeoutMs: 60_000,
      resultPath: "/request",
      start: "at-once",
    });
    expect(agenticSearchKind(rig.parts)).toMatchObject({
      timeoutMs: 900_000,
      resultPath: "/agentic-search",
      document: "queued",
    });
  });

  it("fail where the host has nothing to search with any more", async () => {
    await using rig = new Rig();
    const kinds = [
      [searchKind(rig.parts), "search", 3],
      [agenticSearchKind(rig.parts), "agentic_search", 10],
    ] as const;
    for (const [kind, type, cost] of kinds) {
      const ran = await runJob(kind, jobOf({ ...submitted, type, request, cost }));
      expect(ran).toMatchObject({
        status: "failed",
        error: "this service no longer has a search provider or an index of pages",
      });
    }
  });
});

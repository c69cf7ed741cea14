import { describe, expect, it } from "vitest";
import { transports, useWorld } from "../transports/index.ts";

const harbour = {
  url: "https://harbour.example/hours",
  title: "Hours",
  snippet: "The harbour opens at six.",
  date: "2026-03-01",
  lastUpdated: "2026-03-04",
};
const bare = { url: "https://harbour.example/", title: "", snippet: "" };

describe.each(transports)("2.2 search result, over $name", (transport) => {
  const world = useWorld(transport);

  it("has exactly id and results; dates only when available", async () => {
    world.search.results = [harbour, bare];
    const answer = await world.alice.post("/search", { prompt: "harbour" });
    expect(answer.status).toBe(200);
    const { lastUpdated: last_updated, ...rest } = harbour;
    expect(answer.json).toEqual({
      id: expect.stringMatching(/^[A-Za-z0-9_-]{1,64}$/),
      results: [{ ...rest, last_updated }, bare],
    });
  });

  it("has an empty list when nothing was found", async () => {
    world.search.results = [];
    const { json } = await world.alice.post("/search", { prompt: "nothing" });
    expect(json.results).toEqual([]);
  });

  it("is stored, and shown by GET /request/{id}", async () => {
    world.search.results = [harbour];
    const { json } = await world.alice.post("/search", { prompt: "  harbour \n", limit: 3 });
    const stored = await world.alice.get(`/request/${json.id}`);
    expect(stored.status).toBe(200);
    expect(stored.json).toEqual({
      id: json.id,
      status: "completed",
      jobType: "search",
      prompt: "harbour",
      error: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
      completedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
      durationMs: expect.any(Number),
      creditsUsed: 3,
      results: json.results,
    });
  });

  it("is stored without results when it failed", async () => {
    const user = await world.user();
    await user.post("/webhooks", { url: world.receiver.url("/failed-search") });
    world.search.failure = new Error("no reason that anybody foresaw");
    expect((await user.post("/search", { prompt: "harbour" })).status).toBe(500);
    world.search.failure = undefined;
    const { jobId } = (await world.receiver.first("/failed-search")).event.data;
    const { json } = await user.get(`/request/${jobId}`);
    expect(json).toMatchObject({ status: "failed", creditsUsed: 0, error: expect.any(String) });
    expect(json).not.toHaveProperty("results");
  });

  it("keeps many long snippets whole", async () => {
    const snippet = "The harbour opens at six. ".repeat(400);
    world.search.results = Array.from({ length: 20 }, (_, index) => ({
      url: `https://harbour.example/${index}`,
      title: "",
      snippet,
    }));
    const { json } = await world.alice.post("/search", { prompt: "harbour", limit: 20 });
    expect(json.results).toHaveLength(20);
    expect(json.results.every((one) => one["snippet"] === snippet)).toBe(true);
    expect((await world.alice.get(`/request/${json.id}`)).json.results).toEqual(json.results);
  });

  it("is another user's with 403, and nobody's with 401", async () => {
    const { json } = await world.alice.post("/search", { prompt: "harbour" });
    expect((await world.bob.get(`/request/${json.id}`)).status).toBe(403);
    expect((await world.nobody.get(`/request/${json.id}`)).status).toBe(401);
  });
});

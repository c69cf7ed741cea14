import { describe, expect, it } from "vitest";
import { transports, useWorld } from "../transports/index.ts";

const feed = { scraper_code: "structured_data", scraper_scope: "GLOBAL", scraper_params: {} };

describe.each(transports)("4.3 POST /request, over $name", (transport) => {
  const world = useWorld(transport);

  it.each([
    ["url_scraper", "/url-scraper", {}],
    ["map", "/map", {}],
    ["crawl", "/crawl", { maxPages: 1 }],
    ["web_scraper", "/web-scraper", feed],
    ["agentic_search", "/agentic-search", { prompt: "harbour", useBrowser: false }],
  ])("dispatches %s to POST %s", async (job_type, path, more) => {
    const body = { job_type, url: world.page("/one"), ...more };
    const answer = await world.alice.post("/request", body);
    expect(answer.status).toBe(202);
    expect(answer.json).toMatchObject({ jobId: expect.any(String), status: "pending" });
    const doc = await world.alice.settled(`${path}/${answer.json.jobId}`);
    expect(doc).toMatchObject({ jobType: job_type, status: "completed" });
  });

  it.each([
    ["none", {}],
    ["an unknown one", { job_type: "wonder" }],
    ["batch_url_scraper", { job_type: "batch_url_scraper" }],
    ["a number", { job_type: 7 }],
    ["null", { job_type: null }],
    ["a name of Object's", { job_type: "constructor" }],
    ["__proto__", { job_type: "__proto__" }],
    ["another case", { job_type: "MAP" }],
  ])("answers invalid_job_type for %s", async (_, more) => {
    const answer = await world.alice.post("/request", { url: world.page("/one"), ...more });
    expect([answer.status, answer.json.error]).toEqual([400, "invalid_job_type"]);
  });

  it.each([
    ["url_scraper", { formats: ["pdf"] }, "formats"],
    ["map", { depth: 6 }, "depth"],
    ["crawl", { maxPages: 0 }, "maxPages"],
    ["web_scraper", {}, "scraper_code"],
    ["search", { query: "harbour" }, "prompt"],
    ["agentic_search", {}, "prompt"],
  ])("refuses what the target of %s refuses", async (job_type, more, name) => {
    const answer = await world.alice.post("/request", {
      job_type,
      url: world.page("/one"),
      ...more,
    });
    expect([answer.status, answer.json.error]).toEqual([400, "invalid_request"]);
    expect(answer.json.message).toContain(name);
  });

  it("takes force_fresh for forceFresh", async () => {
    const url = world.page("/one?fresh");
    await world.alice.finish("/url-scraper", { url });
    const path = async (more: object) => {
      const answer = await world.alice.post("/request", { job_type: "url_scraper", url, ...more });
      return world.alice.settled(`/url-scraper/${answer.json.jobId}`);
    };
    expect(await path({})).toMatchObject({ cached: true });
    expect(await path({ force_fresh: true })).toMatchObject({ cached: false });
    expect(await path({ forceFresh: true })).toMatchObject({ cached: false });
  });

  it("charges the dispatched product's price", async () => {
    const user = await world.user();
    await user.post("/request", {
      job_type: "url_scraper",
      url: world.page("/one"),
      generateJson: true,
    });
    expect(await user.balance()).toBe(297);
    await user.post("/request", { job_type: "map", url: world.page("/one") });
    expect(await user.balance()).toBe(296);
  });

  it("needs a key", async () => {
    const answer = await world.nobody.post("/request", { job_type: "wonder" });
    expect([answer.status, answer.json.error]).toEqual([401, "unauthorized"]);
  });
});

describe.each(transports)("4.3 GET /request/{jobId}, over $name", (transport) => {
  const world = useWorld(transport);

  it.each([
    ["/url-scraper", {}],
    ["/map", {}],
    ["/crawl", { maxPages: 1 }],
    ["/web-scraper", feed],
    ["/agentic-search", { prompt: "harbour", useBrowser: false }],
  ])("answers the job's own document for %s", async (path, more) => {
    const doc = await world.alice.finish(path, { url: world.page("/one"), ...more });
    const answer = await world.alice.get(`/request/${doc.id}`);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual(doc);
  });

  it("serves batches and their children", async () => {
    const doc = await world.alice.finish("/url-scraper/batch", { urls: [world.page("/one")] });
    expect((await world.alice.get(`/request/${doc.id}`)).json).toEqual(doc);
    const child = await world.alice.get(`/request/${doc.results[0]?.id}`);
    expect(child.json).toMatchObject({ jobType: "url_scraper", status: "completed" });
  });

  it("is 404 for an unknown id, 403 for another user's and 401 without a key", async () => {
    const id = await world.alice.submit("/map", { url: world.page("/one") });
    expect((await world.alice.get("/request/unknown")).json.error).toBe("not_found");
    expect((await world.bob.get(`/request/${id}`)).json.error).toBe("forbidden");
    expect((await world.nobody.get(`/request/${id}`)).json.error).toBe("unauthorized");
  });
});

import { SearchError } from "dragline/search";
import { describe, expect, it } from "vitest";
import { JumpClock, transports, useWorld, type Doc } from "../transports/index.ts";

const completed = [
  ..."jobId jobType status url creditsUsed durationMs createdAt".split(" "),
  ..."completedAt result_url result".split(" "),
];
const feed = { scraper_code: "structured_data", scraper_scope: "GLOBAL", scraper_params: {} };

describe.each(transports)("6.2 data of job.* and batch.*, over $name", (transport) => {
  const world = useWorld(transport);
  let count = 0;
  /** Runs a job to its end; gives its document and its event. */
  const run = async (path: string, body: object): Promise<[Doc, Doc]> => {
    count += 1;
    const hook = `/event/${count}`;
    const webhook_url = world.receiver.url(hook);
    const doc = await world.alice.finish(path, { ...body, webhook_url });
    return [doc, (await world.receiver.first(hook)).event];
  };

  it.each([
    ["url_scraper", "/url-scraper", ["country"]],
    ["map", "/map", []],
    ["crawl", "/crawl", ["country"]],
  ])("tells job.completed of %s", async (jobType, path, names) => {
    const url = world.page("/deeper");
    const [doc, event] = await run(path, { url });
    expect(event.type).toBe("job.completed");
    expect(Object.keys(event.data).toSorted()).toEqual([...completed, ...names].toSorted());
    expect(event.data).toEqual({
      jobId: doc.id,
      jobType,
      status: "completed",
      url,
      ...(names.includes("country") ? { country: "us" } : {}),
      creditsUsed: doc.creditsUsed,
      durationMs: doc.durationMs,
      createdAt: doc.createdAt,
      completedAt: doc.completedAt,
      result_url: `${world.origin}/v1${path}/${doc.id}`,
      result: doc,
    });
  });

  it("tells job.completed of search, with an empty url, at GET /request", async () => {
    const user = await world.user();
    await user.post("/webhooks", { url: world.receiver.url("/search-event") });
    world.search.results = [{ url: world.page("/one"), title: "One", snippet: "Harbour" }];
    const { json } = await user.post("/search", { prompt: "harbour" });
    const { event } = await world.receiver.first("/search-event");
    const doc = (await user.get(`/request/${json.id}`)).json;
    expect(event.type).toBe("job.completed");
    expect(event.data).toEqual({
      jobId: doc.id,
      jobType: "search",
      status: "completed",
      url: "",
      creditsUsed: 3,
      durationMs: doc.durationMs,
      createdAt: doc.createdAt,
      completedAt: doc.completedAt,
      result_url: `${world.origin}/v1/request/${doc.id}`,
      result: doc,
    });
  });

  it("tells job.completed of agentic_search, with an empty url", async () => {
    world.search.results = [{ url: world.page("/one"), title: "One", snippet: "Harbour" }];
    const [doc, event] = await run("/agentic-search", { prompt: "harbour", useBrowser: false });
    expect(event.type).toBe("job.completed");
    expect(Object.keys(event.data).toSorted()).toEqual(completed.toSorted());
    expect(event.data).toMatchObject({
      jobId: doc.id,
      jobType: "agentic_search",
      url: "",
      creditsUsed: 10,
      result_url: `${world.origin}/v1/agentic-search/${doc.id}`,
      result: doc,
    });
  });

  it("tells job.failed of agentic_search with error and without result", async () => {
    world.search.failure = new SearchError("PROVIDER_UNAVAILABLE", { message: "", details: {} });
    const [doc, event] = await run("/agentic-search", { prompt: "harbour" });
    world.search.failure = undefined;
    expect(event.type).toBe("job.failed");
    expect(event.data).toMatchObject({ error: doc.error, creditsUsed: 0, url: "" });
    expect(event.data).not.toHaveProperty("result");
  });

  it("tells job.completed of web_scraper", async () => {
    const url = world.page("/one");
    const [doc, event] = await run("/web-scraper", { url, ...feed });
    expect(event.type).toBe("job.completed");
    expect(event.data).toMatchObject({
      jobType: "web_scraper",
      url,
      result: doc,
      result_url: `${world.origin}/v1/web-scraper/${doc.id}`,
    });
  });

  it.each([
    ["url_scraper", "/url-scraper"],
    ["map", "/map"],
    ["crawl", "/crawl"],
  ])("tells job.failed of %s with error and without result", async (jobType, path) => {
    const [doc, event] = await run(path, { url: world.page("/gone") });
    expect(event.type).toBe("job.failed");
    expect(event.data).toMatchObject({
      jobId: doc.id,
      jobType,
      status: "failed",
      error: doc.error,
      creditsUsed: 0,
      result_url: `${world.origin}/v1${path}/${doc.id}`,
    });
    expect(event.data).not.toHaveProperty("result");
    expect(event.data).not.toHaveProperty("resultOmitted");
  });

  it("says cached only when served from the cache, at no cost", async () => {
    const url = world.page("/one?cached-event");
    const [, first] = await run("/url-scraper", { url });
    expect(first.data).not.toHaveProperty("cached");
    const [doc, second] = await run("/url-scraper", { url });
    expect(second.type).toBe("job.completed");
    expect(second.data).toMatchObject({ cached: true, creditsUsed: 0, jobId: doc.id, result: doc });
  });

  it("drops a result whose envelope is above 256 KB, and says size", async () => {
    const [doc, event] = await run("/url-scraper", { url: world.page("/long") });
    expect(doc.markdown.length).toBeGreaterThan(262_144);
    expect(event.data).toMatchObject({ status: "completed", resultOmitted: "size" });
    expect(event.data).not.toHaveProperty("result");
    expect((await world.alice.get(`/url-scraper/${doc.id}`)).json).toEqual(doc);
  });

  it("points result_url at what it says, which needs the API key", async () => {
    const [doc, event] = await run("/map", { url: world.page("/one") });
    const path = event.data.result_url.slice(`${world.origin}/v1`.length);
    expect((await world.alice.get(path)).json).toEqual(doc);
    expect((await world.nobody.get(path)).status).toBe(401);
  });

  it("tells a batch once, without job.* for its children and without a result", async () => {
    const user = await world.user();
    await user.post("/webhooks", { url: world.receiver.url("/batch") });
    const urls = [world.page("/one"), world.page("/gone"), world.page("/two")];
    const doc = await user.finish("/url-scraper/batch", { urls });
    await user.finish("/map", { url: world.page("/one") });
    const received = await world.receiver.come("/batch", 2);
    expect(received.map(({ event }) => event.type).toSorted()).toEqual([
      "batch.completed",
      "job.completed",
    ]);
    const event = received.map((one) => one.event).find(({ type }) => type === "batch.completed");
    expect(event?.data).toEqual({
      jobId: doc.id,
      jobType: "batch_url_scraper",
      status: "completed",
      urlsTotal: 3,
      completed: 2,
      failed: 1,
      creditsUsed: 2,
      result_url: `${world.origin}/v1/url-scraper/${doc.id}`,
    });
    expect((await user.get("/webhooks/deliveries")).json.deliveries).toHaveLength(2);
  });

  it("tells batch.failed when every URL failed, without an error field", async () => {
    const [doc, event] = await run("/url-scraper/batch", { urls: [world.page("/gone")] });
    expect(event.type).toBe("batch.failed");
    expect(event.data).toEqual({
      jobId: doc.id,
      jobType: "batch_url_scraper",
      status: "failed",
      urlsTotal: 1,
      completed: 0,
      failed: 1,
      creditsUsed: 0,
      result_url: `${world.origin}/v1/url-scraper/${doc.id}`,
    });
  });

  it("tells what POST /request submitted as the target product", async () => {
    const hook = world.receiver.url("/dispatched");
    const body = { job_type: "map", url: world.page("/one"), webhook_url: hook };
    const { json } = await world.alice.post("/request", body);
    const { event } = await world.receiver.first("/dispatched");
    expect(event.data).toMatchObject({ jobId: json.jobId, jobType: "map", status: "completed" });
  });
});

describe.each(transports)("6 the size of an envelope, over $name", (transport) => {
  // The clock stands while a job runs, so that every envelope has as many digits.
  const clock = new JumpClock();
  const world = useWorld(transport, { collaborators: { clock } });
  const envelope = async (bytes: number) => {
    const path = `/sized/${bytes}`;
    await world.alice.finish("/url-scraper", {
      url: world.page(`/sized?bytes=${bytes}`),
      formats: ["html"],
      webhook_url: world.receiver.url(path),
    });
    await clock.jump(2000);
    return world.receiver.first(path);
  };

  it("inlines the result up to 262,144 bytes, and not above", async () => {
    const small = await envelope(100_000);
    const rest = small.body.length - 100_000;
    const full = await envelope(262_144 - rest);
    expect(full.body).toHaveLength(262_144);
    expect(full.event.data.result.html).toHaveLength(262_144 - rest);
    const above = await envelope(262_145 - rest);
    expect(above.event.data).toMatchObject({ resultOmitted: "size" });
    expect(above.event.data).not.toHaveProperty("result");
  });
});

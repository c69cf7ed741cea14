import { describe, expect, it } from "vitest";
import { transports, useWorld } from "../../transports/index.ts";

const feed = { scraper_code: "structured_data", scraper_scope: "GLOBAL", scraper_params: {} };
const outputSchema = { type: "object" };
const actions = [{ type: "wait", milliseconds: 1 }];

/** Every price row: what is submitted, what it costs. */
const prices = [
  ["a scrape", "/url-scraper", {}, 1],
  ["browser rendering", "/url-scraper", { useBrowser: true }, 1],
  ["screenshots", "/url-scraper", { formats: ["screenshot", "screenshotFullPage"] }, 1],
  ["actions", "/url-scraper", { actions }, 2],
  ["format summary", "/url-scraper", { formats: ["summary"] }, 2],
  ["generateJson", "/url-scraper", { generateJson: true }, 3],
  ["outputSchema", "/url-scraper", { outputSchema }, 3],
  ["format json", "/url-scraper", { formats: ["json"] }, 3],
  [
    "JSON thrice, counted once",
    "/url-scraper",
    { generateJson: true, outputSchema, formats: ["json"] },
    3,
  ],
  ["everything", "/url-scraper", { actions, formats: ["summary", "json"] }, 5],
  ["a map", "/map", {}, 1],
  ["a web-scraper", "/web-scraper", feed, 1],
  ["a research", "/agentic-search", { prompt: "harbour", useBrowser: false }, 10],
] as const;

describe.each(transports)("1.1 prices, over $name", (transport) => {
  const world = useWorld(transport);

  it.each(prices)("are what the table says for %s", async (...[, path, more, cost]) => {
    const user = await world.user(cost);
    const id = await user.submit(path, { url: world.page("/one"), ...more });
    expect(await user.balance()).toBe(0);
    const doc = await user.settled(`${path}/${id}`);
    expect(doc).toMatchObject({ status: "completed", creditsUsed: cost });
    expect((await user.get("/credits")).json).toMatchObject({ balance: 0, used: cost });
  });

  it.each(prices)("refuse %s with 402 one credit below", async (...[, path, more, cost]) => {
    const user = await world.user(cost - 1);
    const answer = await user.post(path, { url: world.page("/one?poor"), ...more });
    expect(answer.status).toBe(402);
    expect(answer.json).toEqual({
      error: "insufficient_credits",
      message: `Insufficient credits: cost ${cost}, balance ${cost - 1}`,
      balance: cost - 1,
      required: cost,
    });
    expect((await user.get("/credits")).json).toMatchObject({ balance: cost - 1, used: 0 });
  });

  it("are 3 for a search", async () => {
    const user = await world.user(3);
    expect((await user.post("/search", { prompt: "harbour" })).status).toBe(200);
    expect((await user.get("/credits")).json).toMatchObject({ balance: 0, used: 3 });
  });

  it("are the same for the synchronous scrape", async () => {
    const user = await world.user(5);
    const body = { url: world.page("/one"), formats: ["summary", "json"], actions };
    expect((await user.post("/url-scraper/scrape", body)).json.creditsUsed).toBe(5);
    expect(await user.balance()).toBe(0);
  });

  it("are charged per URL of a batch", async () => {
    const user = await world.user(9);
    const urls = ["/one", "/two", "/deep"].map((path) => world.page(path));
    const body = { urls, generateJson: true };
    const doc = await user.finish("/url-scraper/batch", body);
    expect(doc).toMatchObject({ status: "completed", creditsUsed: 9 });
    expect(await user.balance()).toBe(0);
    const poor = await world.user(8);
    const answer = await poor.post("/url-scraper/batch", body);
    expect([answer.status, answer.json["required"]]).toEqual([402, 9]);
  });

  it("are nothing for webhooks", async () => {
    const user = await world.user(0);
    const { json } = await user.post("/webhooks", { url: world.receiver.url("/free") });
    expect((await user.post(`/webhooks/${json.id}/test`)).json).toMatchObject({ success: true });
    expect((await user.get("/credits")).json).toMatchObject({ balance: 0, used: 0 });
  });
});

describe.each(transports)("1.2 charging, over $name", (transport) => {
  const world = useWorld(transport);

  it("starts nothing when the balance is below the cost", async () => {
    const user = await world.user(0);
    await user.post("/url-scraper", { url: world.page("/one?not-started") });
    await world.alice.finish("/url-scraper", { url: world.page("/one?started") });
    const seen = world.site.requests.map(({ path }) => path);
    expect(seen).toContain("/one?started");
    expect(seen).not.toContain("/one?not-started");
  });

  it.each([
    ["/url-scraper", {}],
    ["/url-scraper", { formats: ["summary"], generateJson: true }],
    ["/map", {}],
    ["/crawl", {}],
  ])("refunds a failed job of %s in full", async (path, more) => {
    const user = await world.user(20);
    const doc = await user.finish(path, { url: world.page("/gone"), ...more });
    expect(doc).toMatchObject({ status: "failed", creditsUsed: 0 });
    expect((await user.get("/credits")).json).toMatchObject({ balance: 20, used: 0 });
  });

  it("refunds each failed child of a batch when it settles", async () => {
    const user = await world.user(20);
    world.gate.close();
    const urls = [world.page("/gone"), world.page("/slow"), world.page("/one")];
    const id = await user.submit("/url-scraper/batch", { urls });
    expect(await user.balance()).toBeGreaterThanOrEqual(17);
    await user.until(
      `/url-scraper/${id}`,
      ({ results }) => results[0]?.status === "failed" && results[2]?.status === "completed",
    );
    expect(await user.balance()).toBe(18);
    world.gate.open();
    const doc = await user.settled(`/url-scraper/${id}`);
    expect(doc).toMatchObject({ status: "completed", creditsUsed: 2 });
    expect(await user.balance()).toBe(18);
  });

  it("does not charge the cache hits of a batch", async () => {
    const user = await world.user(3);
    const urls = [world.page("/one?charged"), world.page("/two?charged")];
    await user.finish("/url-scraper", { url: urls[0] });
    expect(await user.balance()).toBe(2);
    const doc = await user.finish("/url-scraper/batch", { urls });
    expect(doc.results.map(({ cached }) => cached)).toEqual([true, false]);
    expect(doc.creditsUsed).toBe(1);
    expect(await user.balance()).toBe(1);
  });

  it("deducts maxPages for a crawl, and settles to the completed pages", async () => {
    const user = await world.user(10);
    world.gate.close();
    const slow = { url: world.page("/slow"), useBrowser: true };
    const id = await user.submit("/crawl", slow);
    await world.gate.reached();
    expect(await user.balance()).toBe(0);
    const answer = await user.post("/crawl", { url: world.page("/one"), maxPages: 1 });
    expect(answer.json.message).toBe("Insufficient credits: cost 1, balance 0");
    world.gate.open();
    const doc = await user.settled(`/crawl/${id}`);
    expect(doc.creditsUsed).toBe(doc["completedPages"]);
    expect(await user.balance()).toBe(10 - doc.creditsUsed);
  });

  it("needs no balance for a cache hit", async () => {
    const user = await world.user(1);
    const body = { url: world.page("/one?hit-for-nothing") };
    await user.finish("/url-scraper", body);
    expect(await user.balance()).toBe(0);
    const doc = await user.finish("/url-scraper", body);
    expect(doc).toMatchObject({ status: "completed", cached: true, creditsUsed: 0 });
    const { json } = await user.post("/url-scraper/scrape", body);
    expect(json).toMatchObject({ status: "completed", cached: true, creditsUsed: 0 });
    expect((await user.post("/url-scraper", { url: world.page("/one?miss") })).status).toBe(402);
  });

  it("refunds the surcharge of outputs that were not produced; the job completes", async () => {
    const user = await world.user(5);
    const captain = { type: "object", properties: { captain: { type: "string" } } };
    const more = { formats: ["summary"], outputSchema: captain, actions };
    const body = { url: world.page("/one?surcharge"), ...more };
    world.model.failure = new Error("the model is away");
    const doc = await user.finish("/url-scraper", body);
    world.model.failure = undefined;
    expect(doc).toMatchObject({ status: "completed", creditsUsed: 2, summary: null });
    expect(await user.balance()).toBe(3);
  });

  it("never takes more than there is, however many submit at once", async () => {
    const user = await world.user(7);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        user.post("/map", { url: world.page(`/one?at-once=${index}`) }),
      ),
    );
    const accepted = answers.filter(({ status }) => status === 202);
    expect(accepted).toHaveLength(7);
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(13);
    for (const { json } of accepted) await user.settled(`/map/${json.jobId}`);
    expect((await user.get("/credits")).json).toMatchObject({ balance: 0, used: 7 });
  });
});

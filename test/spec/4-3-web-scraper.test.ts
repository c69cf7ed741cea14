import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { defineScraper, type WebScraper } from "dragline/service";
import { transports, useWorld } from "../transports/index.ts";

/** Whoever owns the private scraper; set once there are accounts. */
const owner = { account: "nobody" };

const titles = defineScraper({
  code: "titles",
  scope: "GLOBAL",
  price: 4,
  params: z.object({ word: z.string() }),
  actions: {
    scrape_data: ({ url, params }) => Promise.resolve({ data: { url, word: params.word } }),
    list: () => Promise.resolve({ data: ["a", "b"], markdown: "# List", html: "<h1>List</h1>" }),
    fail: () => Promise.reject(new Error("secret detail of the host")),
  },
});

/** A private scraper, whose owner is known once there are accounts. */
const secret: WebScraper = {
  ...defineScraper({
    code: "secret",
    scope: "PRIVATE",
    owner: "nobody",
    params: z.object({}),
    actions: { scrape_data: () => Promise.resolve({ data: {} }) },
  }),
  get owner() {
    return owner.account;
  },
};

const good = {
  scraper_code: "titles",
  scraper_scope: "GLOBAL",
  scraper_params: { word: "boat" },
};

describe.each(transports)("4.3 POST /web-scraper, over $name", (transport) => {
  const world = useWorld(transport, { collaborators: { scrapers: [titles, secret] } });
  const body = (more: object = {}) => ({ url: world.page("/one"), ...good, ...more });

  beforeAll(() => {
    owner.account = world.alice.account;
  });

  it("answers 202 `{jobId, status: pending}`", async () => {
    const answer = await world.alice.post("/web-scraper", body());
    expect(answer.status).toBe(202);
    expect(answer.json).toEqual({ jobId: expect.any(String), status: "pending" });
  });

  it.each([
    ["url", { url: undefined }],
    ["url", { url: "harbour" }],
    ["url", { url: "http://10.0.0.1/" }],
    ["scraper_code", { scraper_code: undefined }],
    ["scraper_code", { scraper_code: 7 }],
    ["scraper_scope", { scraper_scope: undefined }],
    ["scraper_scope", { scraper_scope: "LOCAL" }],
    ["scraper_params", { scraper_params: undefined }],
    ["scraper_params", { scraper_params: [] }],
    ["scraper_params", { scraper_params: "word" }],
    ["action_type", { action_type: 7 }],
    ["action_type", { action_type: "dance" }],
    ["webhook_url", { webhook_url: "harbour" }],
  ])("refuses a wrong %s", async (name, more) => {
    const answer = await world.alice.post("/web-scraper", body(more));
    expect([answer.status, answer.json.error]).toEqual([400, "invalid_request"]);
    expect(answer.json.message).toContain(name);
  });

  it("is 400 for parameters that the scraper refuses", async () => {
    const answer = await world.alice.post("/web-scraper", body({ scraper_params: { word: 7 } }));
    expect([answer.status, answer.json.error]).toEqual([400, "invalid_request"]);
    expect(answer.json.message).toContain("word");
  });

  it("is 404 for an unknown scraper_code", async () => {
    for (const scraper_code of ["unknown", "__proto__", "toString"]) {
      const answer = await world.alice.post("/web-scraper", body({ scraper_code }));
      expect([answer.status, answer.json.error]).toEqual([404, "not_found"]);
    }
  });

  it("is 403 for another user's private scraper, which its owner may use", async () => {
    const call = body({ scraper_code: "secret", scraper_scope: "PRIVATE", scraper_params: {} });
    const answer = await world.bob.post("/web-scraper", call);
    expect([answer.status, answer.json.error]).toEqual([403, "forbidden"]);
    expect((await world.alice.post("/web-scraper", call)).status).toBe(202);
  });

  it("runs scrape_data when action_type is absent", async () => {
    const doc = await world.alice.finish("/web-scraper", body());
    expect(doc.generatedJson).toEqual({
      status: "success",
      data: { url: world.page("/one"), word: "boat" },
    });
  });

  it("runs the action that is named; its output is in generatedJson", async () => {
    const doc = await world.alice.finish("/web-scraper", body({ action_type: "list" }));
    expect(doc.generatedJson).toEqual({ status: "success", data: ["a", "b"] });
    expect(doc).toMatchObject({ html: "<h1>List</h1>", markdown: "# List" });
  });

  it("charges the scraper's own price and refunds it when it fails", async () => {
    const user = await world.user();
    const done = await user.finish("/web-scraper", body());
    expect(done).toMatchObject({ status: "completed", creditsUsed: 4 });
    expect(await user.balance()).toBe(296);
    const failed = await user.finish("/web-scraper", body({ action_type: "fail" }));
    expect(failed).toMatchObject({ status: "failed", creditsUsed: 0, error: expect.any(String) });
    expect(failed.error).not.toContain("secret detail");
    expect(await user.balance()).toBe(296);
  });
});

describe.each(transports)("4.3 GET /web-scraper/{id} and 2.3, over $name", (transport) => {
  const world = useWorld(transport, { collaborators: { scrapers: [titles] } });
  const body = () => ({ url: world.page("/article"), ...good });

  it("is the record of 2.1 plus scraperCode, without page text that was not provided", async () => {
    const doc = await world.alice.finish("/web-scraper", body());
    expect(Object.keys(doc).toSorted()).toEqual(
      [
        ..."id status url jobType country cached error createdAt".split(" "),
        ..."completedAt durationMs creditsUsed scraperCode generatedJson".split(" "),
      ].toSorted(),
    );
    expect(doc).toMatchObject({
      jobType: "web_scraper",
      status: "completed",
      cached: false,
      error: null,
      scraperCode: "titles",
    });
  });

  it("is 404 for unknown ids and ids of other kinds, 403 for other users, 401 without a key", async () => {
    const id = await world.alice.submit("/web-scraper", body());
    const map = await world.alice.submit("/map", { url: world.page("/one") });
    expect((await world.alice.get("/web-scraper/unknown")).status).toBe(404);
    expect((await world.alice.get(`/web-scraper/${map}`)).status).toBe(404);
    expect((await world.bob.get(`/web-scraper/${id}`)).status).toBe(403);
    expect((await world.nobody.get(`/web-scraper/${id}`)).status).toBe(401);
  });

  it("has scrapers of its own: structured_data and feed", async () => {
    for (const scraper_code of ["structured_data", "feed"]) {
      const answer = await world.alice.post("/web-scraper", {
        ...body(),
        scraper_code,
        scraper_params: {},
      });
      expect(answer.status).toBe(202);
    }
  });
});

import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { ServiceError } from "../../../../../src/service/base/service-error.ts";
import { modelOf, openDesk, pageOf } from "./desk.ts";

const site = { "/page": "<h1>Page</h1>" };
const session = { id: "11111111-1111-4111-8111-111111111111", account: "alice", isSaved: true };

function sessionsOf(change: object = {}) {
  const found = { ...session, ...change };
  return {
    byId: async (id: string) => (id === found.id ? found : undefined),
    byName: async (account: string, name: string) =>
      account === found.account && name === "harbour" ? found : undefined,
    load: async () => ({ cookies: [], origins: [] }),
  };
}

describe("POST /url-scraper", () => {
  it.each([
    [{}, 1],
    [{ useBrowser: true, formats: ["screenshot"] }, 1],
    [{ actions: [] }, 1],
    [{ actions: [{ type: "wait", milliseconds: 1 }] }, 2],
    [{ formats: ["summary", "summary"] }, 2],
    [{ generateJson: true, formats: ["json"], outputSchema: {} }, 3],
    [{ formats: ["summary", "json"], actions: [{ type: "press", key: "Enter" }] }, 5],
  ])("takes what %j costs: %i", async (body, cost) => {
    const desk = await openDesk({ site, model: modelOf() });
    expect((await desk.post("/url-scraper", { url: pageOf(desk), ...body })).status).toBe(202);
    expect(desk.jobs.submitted).toMatchObject([{ cost }]);
  });

  it("takes prices of the host's own", async () => {
    const options = { prices: { scrape: 7, scrapeJson: 0 } };
    const desk = await openDesk({ site, model: modelOf(), options });
    await desk.post("/url-scraper", { url: pageOf(desk), generateJson: true });
    expect(desk.jobs.submitted).toMatchObject([{ cost: 7 }]);
  });

  it.each([
    ["formats", { formats: ["pdf"] }],
    ["actions", { actions: [{ type: "dance" }] }],
    ["actions", { actions: Array.from({ length: 16 }, () => ({ type: "press", key: "a" })) }],
    ["outputSchema", { outputSchema: [] }],
    ["outputSchema", { outputSchema: { type: "thing" } }],
    ["outputSchema", { outputSchema: { $ref: "http://127.0.0.1/schema.json" } }],
    ["outputSchema", { outputSchema: { description: "ä".repeat(26_000) } }],
    ["outputSchema", { outputSchema: { $schema: "http://json-schema.org/draft-04/schema#" } }],
    ["webhook_url", { webhook_url: "http://10.0.0.1/hook" }],
    ["url", { url: "ftp://example.com/" }],
    ["url", { url: "http://10.0.0.1/" }],
    ["country", { country: "usa" }],
    ["useBrowser", { useBrowser: 1 }],
  ])("refuses a wrong %s, and submits nothing", async (field, body) => {
    const desk = await openDesk({ site, model: modelOf() });
    for (const path of ["/url-scraper", "/url-scraper/scrape"]) {
      const { status, json } = await desk.post(path, { url: pageOf(desk), ...body });
      expect([status, json["error"]]).toEqual([400, "invalid_request"]);
      expect(json["message"]).toContain(field);
    }
    expect(desk.jobs.submitted).toEqual([]);
  });

  it("refuses a schema that is nested too deep, however small it is", async () => {
    const desk = await openDesk({ site, model: modelOf() });
    let schema: object = {};
    for (let level = 0; level < 200; level += 1) schema = { not: schema };
    const { status, json } = await desk.post("/url-scraper", {
      url: pageOf(desk),
      outputSchema: schema,
    });
    expect(status).toBe(400);
    expect(json["message"]).toMatch(/outputSchema|nested/);
  });

  it("needs a model for a summary and for JSON where the host requires one", async () => {
    const desk = await openDesk({ site, options: { requireModel: true } });
    for (const body of [{ formats: ["summary"] }, { formats: ["json"] }, { outputSchema: {} }]) {
      const { status, json } = await desk.post("/url-scraper", { url: pageOf(desk), ...body });
      expect([status, json["error"]]).toEqual([500, "configuration_error"]);
    }
    expect(desk.jobs.submitted).toEqual([]);
  });

  it("takes a summary and JSON without a model", async () => {
    const desk = await openDesk({ site });
    for (const body of [{ formats: ["summary"] }, { formats: ["json"] }, { outputSchema: {} }]) {
      const { status } = await desk.post("/url-scraper", { url: pageOf(desk), ...body });
      expect(status).toBe(202);
    }
  });

  it("checks in the order of decisions 0.2", async () => {
    const body = { formats: ["summary"], webhook_url: "http://10.0.0.1/", sessionId: "unknown" };
    const options = { requireModel: true };
    const open = (change: object) => openDesk({ site, options, sessions: sessionsOf(change) });
    const desk = await open({});
    const post = async (given: object, on = desk) =>
      (await on.post("/url-scraper", { url: pageOf(on), ...given })).json["error"];
    expect(await post(body)).toBe("invalid_request");
    expect(await post({ ...body, webhook_url: null })).toBe("not_found");
    const named = { ...body, webhook_url: null, sessionId: session.id };
    expect(await post(named, await open({ account: "bob", isSaved: false }))).toBe("forbidden");
    expect(await post(named, await open({ isSaved: false }))).toBe("session_not_saved");
    expect(await post(named)).toBe("configuration_error");
  });

  it("forces the browser for a session, and gives it the state", async () => {
    const desk = await openDesk({ site, sessions: sessionsOf() });
    for (const choice of [{ sessionId: session.id }, { sessionName: "harbour" }]) {
      const document = await desk.scrape({ url: pageOf(desk), ...choice });
      expect(document).toMatchObject({ status: "completed", cached: false });
    }
    expect(desk.visits.map(({ call }) => [call.state, call.tenant])).toEqual([
      [{ cookies: [], origins: [] }, "alice"],
      [{ cookies: [], origins: [] }, "alice"],
    ]);
  });

  it("fails the job whose session has lost its state meanwhile", async () => {
    const sessions = { ...sessionsOf(), load: async () => undefined };
    const desk = await openDesk({ site, sessions });
    const document = await desk.scrape({ url: pageOf(desk), sessionId: session.id });
    expect(document).toMatchObject({ status: "failed", error: expect.stringContaining("session") });
  });

  it("passes the callback URL and the base URL on", async () => {
    const desk = await openDesk({ site });
    const webhook_url = "https://receiver.example/hook";
    await desk.post("/url-scraper", { url: pageOf(desk), webhook_url });
    await desk.post("/url-scraper", { url: pageOf(desk) });
    expect(desk.jobs.submitted).toMatchObject([
      { webhookUrl: webhook_url, baseUrl: "http://api.example/v1", account: "alice" },
      { webhookUrl: null },
    ]);
  });
});

describe("POST /url-scraper/scrape", () => {
  it("answers 200 with a settled job, failed or not, and 202 with one that goes on", async () => {
    const desk = await openDesk({ site });
    const body = { url: pageOf(desk) };
    const settled = desk.jobs.settled.bind(desk.jobs);
    const slow = await desk.post("/url-scraper/scrape", body);
    expect([slow.status, slow.json["status"]]).toEqual([202, "pending"]);
    expect(slow.json).toMatchObject({ ...body, jobType: "url_scraper", id: expect.any(String) });
    desk.jobs.settled = async (job) => {
      await desk.jobs.work(job.id);
      return settled(job);
    };
    const fast = await desk.post("/url-scraper/scrape", body);
    expect([fast.status, fast.json["status"]]).toEqual([200, "completed"]);
    const gone = await desk.post("/url-scraper/scrape", { url: pageOf(desk, "/none") });
    expect([gone.status, gone.json["status"]]).toEqual([200, "failed"]);
  });

  it("waits as long as the settings say, the wait for a place included", async () => {
    const clock = new FakeClock();
    const desk = await openDesk({ site, clock, options: { syncTimeoutMs: 1234 } });
    const submit = desk.jobs.submit.bind(desk.jobs);
    const waits: number[] = [];
    desk.jobs.settled = async (job, ...rest: unknown[]) => {
      waits.push((rest[0] as { timeoutMs: number }).timeoutMs);
      return job;
    };
    await desk.post("/url-scraper/scrape", { url: pageOf(desk) });
    desk.jobs.submit = async (...given) => {
      await clock.advance(1000);
      return submit(...given);
    };
    await desk.post("/url-scraper/scrape", { url: pageOf(desk) });
    expect(waits).toEqual([1234, 234]);
  });
});

describe("POST /url-scraper/batch", () => {
  it("submits a child for each URL, duplicates too, with the fields of the single route", async () => {
    const desk = await openDesk({ site, model: modelOf() });
    const urls = [pageOf(desk), pageOf(desk), "https://example.com/"];
    const body = { urls, formats: ["summary", "screenshot"], country: "FR" };
    const { status, json } = await desk.post("/url-scraper/batch", body);
    expect([status, json]).toEqual([202, { jobId: "job_1", status: "pending" }]);
    const [batch] = desk.jobs.submitted;
    expect(batch).toMatchObject({ urls, country: "fr", account: "alice" });
    expect(batch).toHaveProperty("children", [
      expect.objectContaining({ url: urls[0], cost: 2 }),
      expect.objectContaining({ url: urls[1], cost: 2 }),
      expect.objectContaining({ url: urls[2], cost: 2 }),
    ]);
  });

  it.each([
    "harbour",
    "ftp://example.com/",
    "",
    "http://10.0.0.1/",
    `http://a.b/${"x".repeat(2048)}`,
  ])("refuses the entry %.40j with its index", async (entry) => {
    const desk = await openDesk({ site });
    const urls = [pageOf(desk), pageOf(desk), entry];
    const { status, json } = await desk.post("/url-scraper/batch", { urls });
    expect([status, json["error"]]).toEqual([400, "invalid_url"]);
    expect(json["message"]).toMatch(/\b2\b/);
    expect(desk.jobs.submitted).toEqual([]);
  });

  it.each([
    [{}],
    [{ urls: [] }],
    [{ urls: Array.from({ length: 11 }, () => "http://a.test/") }],
    [{ urls: [1] }],
  ])("refuses %.30j as a whole", async (body) => {
    const desk = await openDesk({ site });
    const { status, json } = await desk.post("/url-scraper/batch", body);
    expect([status, json["error"]]).toEqual([400, "invalid_request"]);
  });
});

describe("a submission that is refused", () => {
  it("keeps no copies of pictures, unless nobody knows whether it was refused", async () => {
    for (const [refusal, left] of [
      [new ServiceError("QUEUE_ERROR", { message: "no queue" }), 0],
      [new Error("connection lost"), 1],
    ] as const) {
      const desk = await openDesk({ site });
      const body = { url: pageOf(desk), formats: ["screenshot"] };
      await desk.scrape(body);
      const puts: string[] = [];
      const put = desk.blobs.put.bind(desk.blobs);
      desk.blobs.put = (key, ...rest) => {
        puts.push(key);
        return put(key, ...rest);
      };
      desk.jobs.refusal = refusal;
      expect((await desk.post("/url-scraper", body)).status).toBe(500);
      expect(puts).toHaveLength(1);
      const { signal } = new AbortController();
      const found = await desk.blobs.get(puts[0] ?? "", { signal });
      await found?.body.cancel();
      expect(found === undefined ? 0 : 1).toBe(left);
    }
  });
});

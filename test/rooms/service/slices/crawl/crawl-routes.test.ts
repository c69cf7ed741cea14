import { afterEach, describe, expect, it } from "vitest";
import { crawlRoutes } from "../../../../../src/service/slices/crawl/routes.ts";
import { ACCOUNT, callRow, OTHER, Rig, someJob, someSessions } from "../../site-job-rig.ts";

let rig: Rig;

afterEach(async () => rig[Symbol.asyncDispose]());

const url = "https://example.com/";

function post(body: unknown) {
  return callRow(crawlRoutes(rig.parts), "POST", { body });
}

describe("POST /crawl", () => {
  it("submits a job with the defaults, and reserves a credit for each of 10 pages", async () => {
    rig = new Rig();
    const answer = await post({ url });
    expect(answer).toEqual({ status: 202, json: { jobId: "job_1", status: "pending" } });
    expect(rig.submitted).toEqual([
      {
        account: ACCOUNT,
        type: "crawl",
        url,
        country: "us",
        baseUrl: "http://api.test/v1",
        webhookUrl: null,
        cost: 10,
        request: {
          maxPages: 10,
          depth: 1,
          include: [],
          exclude: [],
          country: "us",
          useBrowser: false,
          sessionId: null,
          outputSchema: null,
          jsonPrice: 0,
        },
      },
    ]);
  });

  it("reserves by the host's price", async () => {
    rig = new Rig({ options: { prices: { crawlPage: 3 } } });
    await post({ url, maxPages: 7, country: "FR", webhook_url: "https://hooks.example/" });
    expect(rig.submitted[0]).toMatchObject({
      cost: 21,
      country: "fr",
      webhookUrl: "https://hooks.example/",
    });
  });

  it("reserves JSON of each page with an outputSchema", async () => {
    rig = new Rig({ options: { prices: { crawlPage: 3 } } });
    const outputSchema = { type: "object", properties: { name: { type: "string" } } };
    await post({ url, maxPages: 7, outputSchema });
    expect(rig.submitted[0]).toMatchObject({ cost: 35, request: { outputSchema, jsonPrice: 2 } });
    await expect(post({ url, outputSchema: { type: "wonder" } })).rejects.toMatchObject({
      code: "INVALID_REQUEST",
    });
  });

  it("refuses an outputSchema where the host requires a model and has none", async () => {
    rig = new Rig({ options: { requireModel: true } });
    await expect(post({ url, outputSchema: {} })).rejects.toMatchObject({
      code: "CONFIGURATION_ERROR",
    });
    expect((await post({ url })).status).toBe(202);
  });

  const many = Array.from({ length: 101 }, () => "/*");

  it.each([
    [{ maxPages: 0 }, "maxPages"],
    [{ maxPages: 1001 }, "maxPages"],
    [{ maxPages: 2.5 }, "maxPages"],
    [{ depth: -1 }, "depth"],
    [{ depth: 6 }, "depth"],
    [{ includePatterns: "/*" }, "includePatterns"],
    [{ includePatterns: many }, "includePatterns"],
    [{ includePatterns: ["a".repeat(501)] }, "includePatterns"],
    [{ includePatterns: [""] }, "includePatterns"],
    [{ excludePatterns: [1] }, "excludePatterns"],
    [{ excludePatterns: many }, "excludePatterns"],
    [{ country: "1" }, "country"],
    [{ useBrowser: 1 }, "useBrowser"],
    [{ url: "http://localhost/" }, "url"],
    [{ url: "javascript:1" }, "url"],
    [{ webhook_url: "ftp://x" }, "webhook_url"],
  ])("refuses %j, naming the field", async (body, field) => {
    rig = new Rig();
    await expect(post({ url, ...body })).rejects.toMatchObject({
      code: "INVALID_REQUEST",
      message: expect.stringContaining(field),
    });
    expect(rig.submitted).toEqual([]);
  });

  it("takes 100 patterns of 500 characters", async () => {
    rig = new Rig();
    const longest = Array.from({ length: 100 }, () => `/${"a".repeat(499)}`);
    await post({ url, includePatterns: longest, excludePatterns: longest });
    expect(rig.submitted[0]?.request).toMatchObject({ include: longest, exclude: longest });
  });

  it("judges the request before its session", async () => {
    rig = new Rig({ sessions: someSessions() });
    const both = { url: "http://10.1.1.1/", sessionId: "theirs" };
    await expect(post(both)).rejects.toMatchObject({ code: "INVALID_REQUEST" });
    await expect(post({ url, sessionId: "theirs" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(post({ url, sessionName: "x" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("GET /crawl/{id}", () => {
  const show = (id: string, account = ACCOUNT) =>
    callRow(crawlRoutes(rig.parts), "GET", { id, account });

  it("answers with the document, 403 for another account, 404 for another kind", async () => {
    rig = new Rig();
    rig.known.set("c1", { job: someJob("crawl", { id: "c1" }), document: '{"id":"c1"}' });
    rig.known.set("m1", { job: someJob("map", { id: "m1" }), document: "{}" });
    expect(await show("c1")).toEqual({ status: 200, body: '{"id":"c1"}' });
    await expect(show("c1", OTHER)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(show("m1")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

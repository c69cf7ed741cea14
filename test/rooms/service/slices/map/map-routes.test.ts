import { afterEach, describe, expect, it } from "vitest";
import { mapRoutes } from "../../../../../src/service/slices/map/routes.ts";
import { ACCOUNT, callRow, OTHER, Rig, someJob, someSessions } from "../../site-job-rig.ts";

let rig: Rig;

afterEach(async () => rig[Symbol.asyncDispose]());

function post(body: unknown) {
  return callRow(mapRoutes(rig.parts), "POST", { body });
}

describe("POST /map", () => {
  it("submits a job of 1 credit with the defaults", async () => {
    rig = new Rig();
    const answer = await post({ url: "https://example.com/a" });
    expect(answer).toEqual({ status: 202, json: { jobId: "job_1", status: "pending" } });
    expect(rig.submitted).toEqual([
      {
        account: ACCOUNT,
        type: "map",
        url: "https://example.com/a",
        country: null,
        baseUrl: "http://api.test/v1",
        webhookUrl: null,
        cost: 1,
        request: {
          limit: 100,
          depth: 2,
          limitPerLevel: 100,
          includeSubdomains: false,
          includeExternalLinks: false,
          search: "",
          useBrowser: false,
          country: "us",
          sessionId: null,
        },
      },
    ]);
  });

  it("takes null for what is absent, and ignores unknown fields", async () => {
    rig = new Rig();
    const nothing = { limit: null, depth: null, search: null, sessionId: null, webhook_url: null };
    await post({ url: "https://example.com/", ...nothing, includeSubdomains: null, more: 1 });
    expect(rig.submitted[0]?.request).toMatchObject({ limit: 100, depth: 2, search: "" });
  });

  it.each([
    [{}, "url"],
    [{ url: 1 }, "url"],
    [{ url: "" }, "url"],
    [{ url: "ftp://example.com/" }, "url"],
    [{ url: "example.com" }, "url"],
    [{ url: "http://10.0.0.1/" }, "url"],
    [{ url: `https://example.com/${"a".repeat(2048)}` }, "url"],
    [{ url: "https://example.com/", limit: 0 }, "limit"],
    [{ url: "https://example.com/", limit: 5001 }, "limit"],
    [{ url: "https://example.com/", limit: 1.5 }, "limit"],
    [{ url: "https://example.com/", limit: "10" }, "limit"],
    [{ url: "https://example.com/", depth: -1 }, "depth"],
    [{ url: "https://example.com/", depth: 6 }, "depth"],
    [{ url: "https://example.com/", limitPerLevel: 0 }, "limitPerLevel"],
    [{ url: "https://example.com/", limitPerLevel: 501 }, "limitPerLevel"],
    [{ url: "https://example.com/", useBrowser: "true" }, "useBrowser"],
    [{ url: "https://example.com/", country: "usa" }, "country"],
    [{ url: "https://example.com/", webhook_url: "nowhere" }, "webhook_url"],
  ])("refuses %j, naming the field", async (body, field) => {
    rig = new Rig();
    await expect(post(body)).rejects.toMatchObject({
      code: "INVALID_REQUEST",
      message: expect.stringContaining(field),
    });
    expect(rig.submitted).toEqual([]);
  });

  it.each([
    [{ sessionId: "none" }, "NOT_FOUND"],
    [{ sessionName: "none" }, "NOT_FOUND"],
    [{ sessionId: "theirs" }, "FORBIDDEN"],
    [{ sessionId: "empty" }, "SESSION_NOT_SAVED"],
    [{ sessionName: "empty" }, "SESSION_NOT_SAVED"],
  ])("answers for the session %j with %s", async (session, code) => {
    rig = new Rig({ sessions: someSessions() });
    await expect(post({ url: "https://example.com/", ...session })).rejects.toMatchObject({ code });
    expect(rig.submitted).toEqual([]);
  });

  it("knows no session where there are none", async () => {
    rig = new Rig();
    const body = { url: "https://example.com/", sessionId: "mine" };
    await expect(post(body)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("remembers a session by its id, which wins over the name", async () => {
    rig = new Rig({ sessions: someSessions() });
    await post({ url: "https://example.com/", sessionName: "shop" });
    await post({ url: "https://example.com/", sessionId: "mine", sessionName: "empty" });
    const ids = rig.submitted.map(({ request }) => (request as { sessionId: string }).sessionId);
    expect(ids).toEqual(["mine", "mine"]);
  });
});

describe("GET /map/{id}", () => {
  const show = (id: string, account?: string) =>
    callRow(mapRoutes(rig.parts), "GET", { id, ...(account && { account }) });

  it("answers 200 with the job's document", async () => {
    rig = new Rig();
    rig.known.set("m1", { job: someJob("map", { id: "m1" }), document: '{"id":"m1"}' });
    expect(await show("m1")).toEqual({ status: 200, body: '{"id":"m1"}' });
  });

  it("does not know unknown jobs and those of other kinds", async () => {
    rig = new Rig();
    rig.known.set("c1", { job: someJob("crawl", { id: "c1" }), document: "{}" });
    await expect(show("m2")).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(show("c1")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("refuses another account's job", async () => {
    rig = new Rig();
    rig.known.set("m1", { job: someJob("map", { id: "m1" }), document: "{}" });
    await expect(show("m1", OTHER)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});

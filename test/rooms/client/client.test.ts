import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "dragline/client";
import { describe, expect, it } from "vitest";
import { after, answering, failureOf, json, type Reply } from "./answering.ts";

describe("createClient", () => {
  it("sends path, query and body where the route has them, and the key", async () => {
    const { client, asked } = answering([json({})]);
    await client.listJobs({ status: "failed", limit: 3, cursor: undefined });
    await client.createMap({ url: "https://x.example/" });
    await client.changeIdentity({ id: "a/b?c", name: "Ada" });
    await client.excludeMonitorPage({ id: "m1", url: "https://x.example/?a=1&b" });
    await client.restoreMonitorPage({ id: "m1", url: "https://x.example/" });
    await client.uploadBrowserFile({ connId: "c", name: "a b.txt", body: "text" });
    const base = "https://api.example/web/v1";
    expect(asked.map(({ method, url }) => `${method} ${url.replace(base, "")}`)).toEqual([
      "GET /jobs?status=failed&limit=3",
      "POST /map",
      "PATCH /wire/identities/a%2Fb%3Fc",
      "DELETE /monitors/m1/pages?url=https%3A%2F%2Fx.example%2F%3Fa%3D1%26b",
      "POST /monitors/m1/pages/restore",
      "POST /browser-connect/c/files?name=a+b.txt",
    ]);
    expect(await asked[1]?.json()).toEqual({ url: "https://x.example/" });
    expect(await asked[2]?.json()).toEqual({ name: "Ada" });
    expect(await asked[4]?.json()).toEqual({ url: "https://x.example/" });
    expect(await asked[5]?.text()).toBe("text");
    expect(asked.every(({ headers }) => headers.get("x-api-key") === "k")).toBe(true);
  });

  it.each([
    "https://api.example/web/",
    "https://api.example/web/v1",
    "https://api.example/web/v1/",
  ])("takes %s as the same place", (url) => {
    expect(createClient({ url }).base).toBe("https://api.example/web/v1");
  });

  it("refuses URLs that are none, options that do not exist, and bounds", () => {
    for (const url of ["api.example", "ftp://api.example", "https://user@api.example/", ""]) {
      expect(() => createClient({ url })).toThrow("must be an http or https URL");
    }
    expect(() => createClient({ uri: "x" } as never)).toThrow("did you mean 'url'?");
    expect(() => createClient({ attempts: 0 })).toThrow("from 1 to 10");
  });

  it("refuses an empty part of a path, which would name another route", async () => {
    const { client, asked } = answering([json({})]);
    for (const id of ["", ".", "..", undefined]) {
      const error = await failureOf(client.getJob({ id } as never));
      expect([error.code, error.message]).toEqual([
        "INVALID_REQUEST",
        "getJob needs 'id', a text that names what is meant.",
      ]);
    }
    expect(asked).toEqual([]);
  });

  it.each([
    [400, { error: "invalid_url", message: "No." }, "INVALID_REQUEST", "invalid_url"],
    [401, { error: "unauthorized", message: "Who?" }, "UNAUTHORIZED", "unauthorized"],
    [
      402,
      { status: "error", error: { code: "INSUFFICIENT_CREDITS", message: "Too few.", balance: 1 } },
      "INSUFFICIENT_CREDITS",
      "INSUFFICIENT_CREDITS",
    ],
    [403, { error: "forbidden" }, "FORBIDDEN", "forbidden"],
    [404, { error: "not_found", message: "Gone." }, "NOT_FOUND", "not_found"],
    [409, { error: "duplicate_name", message: "Twice." }, "CONFLICT", "duplicate_name"],
    [422, { error: "session_not_saved", message: "Not yet." }, "NOT_READY", "session_not_saved"],
    [418, "I am a teapot", "UNEXPECTED_ANSWER", undefined],
  ])("says what a %i means, and does not send it again", async (...row) => {
    const [status, body, code, own] = row;
    const { client, asked } = answering([json(body, status, { "x-request-id": "req_1" })]);
    const error = await failureOf(client.getCredits());
    expect([error.code, error.details.serviceCode, error.details.status]).toEqual([
      code,
      own,
      status,
    ]);
    expect(error.details.requestId).toBe("req_1");
    expect(error.details.body).toEqual(body);
    expect(asked).toHaveLength(1);
  });

  it("sends 429 and 5xx again: after Retry-After, or ever later", async () => {
    const { client, clock, asked } = answering([
      json({ error: "rate_limit_exceeded" }, 429, { "retry-after": "7" }),
      json({ error: "server_error" }, 500),
      json({ error: "x" }, 502),
      json({ balance: 5 }),
    ]);
    const start = clock.now();
    expect(await after(clock, client.getCredits())).toEqual({ balance: 5 });
    expect(asked).toHaveLength(4);
    const waited = clock.now() - start;
    expect(waited).toBeGreaterThanOrEqual(7000 + 1000 + 2000);
    expect(waited).toBeLessThanOrEqual(7000 + 2000 + 4000 + 2000);
  });

  it("waits half a minute and more for a service that is not there", async () => {
    const { client, clock } = answering([json({ error: "x" }, 503), json({})]);
    const start = clock.now();
    await after(clock, client.getCredits());
    expect(clock.now() - start).toBeGreaterThanOrEqual(30_000);
    expect(clock.now() - start).toBeLessThanOrEqual(60_500);
  });

  it("gives up after its attempts, tells of each, and says why the last one failed", async () => {
    const told: (readonly [code: string, pauseMs: number])[] = [];
    const { client, clock, asked } = answering([json({ error: "server_error" }, 500)], {
      attempts: 3,
      onRetry: (error, pauseMs) => told.push([error.code, pauseMs]),
    });
    const error = await after(clock, failureOf(client.getCredits()));
    expect([error.code, asked.length]).toEqual(["SERVICE_FAILED", 3]);
    expect(told.map(([code]) => code)).toEqual(["SERVICE_FAILED", "SERVICE_FAILED"]);
    for (const [, pauseMs] of told) expect(pauseMs).toBeGreaterThan(0);
  });

  it("sends what was lost again, but not what acts on websites", async () => {
    const lost: Reply = () =>
      Promise.reject(new TypeError("fetch failed", { cause: new Error("ECONNRESET") }));
    const map = answering([lost, json({ jobId: "j" })]);
    await after(map.clock, map.client.createMap({ url: "https://x.example/" }));
    expect(map.asked).toHaveLength(2);
    const task = answering([lost, json({})]);
    const error = await failureOf(task.client.createWireTask({ action_id: "a" }));
    expect([error.code, task.asked.length]).toEqual(["CONNECTION_FAILED", 1]);
    expect(error.message).toBe("https://api.example/web/v1 did not answer: ECONNRESET.");
  });

  it("does not do again what acts on websites and failed in its midst, and what was not queued again", async () => {
    const failed = answering([json({ error: { code: "INTERNAL_ERROR" } }, 500), json({})]);
    const error = await failureOf(failed.client.runWireAction({ action_id: "a" }));
    expect([error.code, failed.asked.length]).toEqual(["SERVICE_FAILED", 1]);
    const queue = answering([json({ error: "queue_error" }, 500), json({ job_id: "j" })]);
    await after(queue.clock, queue.client.createWireTask({ action_id: "a" }));
    expect(queue.asked).toHaveLength(2);
    const lost: Reply = () => Promise.reject(new TypeError("fetch failed"));
    const clicks = answering([lost, json({})]);
    const actions = [{ type: "click", selector: "#buy" }];
    const refused = await failureOf(
      clicks.client.scrapeUrl({ url: "https://x.example/", actions }),
    );
    expect([refused.code, clicks.asked.length]).toEqual(["CONNECTION_FAILED", 1]);
  });

  it("gives the key to nobody else: where it is led elsewhere, it does not follow", async () => {
    const there = "https://elsewhere.example/v1/credits";
    const { client, asked } = answering([
      () => new Response(null, { status: 307, headers: { location: there } }),
    ]);
    const error = await failureOf(client.createMap({ url: "https://x.example/" }));
    expect([error.code, asked.length]).toEqual(["UNEXPECTED_ANSWER", 1]);
    expect(asked[0]?.redirect).toBe("manual");
  });

  it("brings a file from the store that keeps it, without the key", async () => {
    const seen: (string | undefined)[] = [];
    const store = createServer((incoming, outgoing) => {
      seen.push(incoming.headers["x-api-key"] as string | undefined);
      outgoing.end("file");
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => store.once("listening", resolve));
    const location = `http://127.0.0.1:${(store.address() as AddressInfo).port}/file`;
    const { client } = answering([
      () => new Response(null, { status: 302, headers: { location } }),
    ]);
    const file = await client.getUrlScraperScreenshot({ id: "job_1" });
    expect([await file.text(), ...seen]).toEqual(["file", undefined]);
    store.closeAllConnections();
    store.close();
  });

  it("ends with its signal, also while it waits", async () => {
    const { client, clock } = answering([json({ error: "x" }, 503)]);
    const stop = new AbortController();
    const work = client.getCredits(undefined, { signal: stop.signal });
    work.catch(() => undefined);
    await clock.advance(1000);
    stop.abort(new Error("enough"));
    await expect(work).rejects.toThrow("enough");
  });

  it("says so when the answer is no JSON", async () => {
    const { client } = answering([() => new Response("<html>")]);
    expect((await failureOf(client.getCredits())).message).toContain("is this a Dragline service?");
  });

  it("has no calls but those of the table, and none when asked for a member of promises", async () => {
    const { client } = answering([json({})]);
    expect(Reflect.get(client, "then")).toBeUndefined();
    await expect(client.run("nothing" as never, {} as never)).rejects.toThrow("known are");
    expect(() => client.each("constructor" as never)).toThrow("known are");
  });
});

import { createHmac } from "node:crypto";
import {
  createClient,
  isClientError,
  verifyWebhook,
  type ClientError,
  type ClientOptions,
} from "dragline/client";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";

type Reply = () => Response | Promise<Response>;

/** A client whose requests are answered in turn; the last answer is given again. */
function answering(replies: readonly Reply[], options: ClientOptions = {}) {
  const clock = new FakeClock();
  const asked: Request[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    asked.push(request);
    const reply = replies[Math.min(asked.length, replies.length) - 1];
    return await (reply as Reply)();
  };
  const client = createClient({
    url: "https://api.example/web",
    key: "k",
    fetch,
    clock,
    ...options,
  });
  return { client, clock, asked };
}

const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Reply =>
  () =>
    Response.json(body, { status, headers });

/** Lets the clock go on until the work has come to its end. */
async function after<T>(clock: FakeClock, work: Promise<T>): Promise<T> {
  const settled = { is: false };
  const outcome = work.finally(() => (settled.is = true));
  outcome.catch(() => undefined);
  for (let turn = 0; turn < 500 && !settled.is; turn += 1) await clock.advance(500);
  return await outcome;
}

async function failureOf(work: Promise<unknown>): Promise<ClientError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isClientError(error)) throw error ?? new Error("it did not fail");
  return error;
}

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
  ])("says what a %i means, and does not send it again", async (status, body, code, own) => {
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

  it("gives up after its attempts, and says why the last one failed", async () => {
    const { client, clock, asked } = answering([json({ error: "server_error" }, 500)], {
      attempts: 3,
    });
    const error = await after(clock, failureOf(client.getCredits()));
    expect([error.code, asked.length]).toEqual(["SERVICE_FAILED", 3]);
  });

  it("sends what was lost again, but not what acts on websites", async () => {
    const lost: Reply = () =>
      Promise.reject(new TypeError("fetch failed", { cause: new Error("ECONNRESET") }));
    const map = answering([lost, json({ jobId: "j" })]);
    await after(map.clock, map.client.createMap({ url: "https://x.example/" }));
    expect(map.asked).toHaveLength(2);
    const task = answering([lost, json({})]);
    const error = await failureOf(task.client.createWireTask({ action_id: "a" } as never));
    expect([error.code, task.asked.length]).toEqual(["CONNECTION_FAILED", 1]);
    expect(error.message).toBe("https://api.example/web/v1 did not answer: ECONNRESET.");
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

describe("jobs", () => {
  it("are waited for ever less often, or as the answer says", async () => {
    const { client, clock, asked } = answering([
      json({ jobId: "job_1", status: "pending" }, 202),
      json({ status: "pending" }),
      json({ status: "processing" }),
      json({ status: "completed", links: [] }),
    ]);
    const seen: unknown[] = [];
    const onProgress = (job: unknown): void => void seen.push(Reflect.get(job as object, "status"));
    const job = await after(clock, client.run("createMap", { url: "x" }, { onProgress }));
    expect(job).toEqual({ status: "completed", links: [] });
    expect(seen).toEqual(["pending", "processing", "completed"]);
    expect(asked.at(-1)?.url).toBe("https://api.example/web/v1/map/job_1");
    const wire = answering([
      json({ status: "processing", retry_after_ms: 9000 }),
      json({ status: "failed" }),
    ]);
    const start = wire.clock.now();
    expect(await after(wire.clock, wire.client.wait("createWireTask", "w"))).toEqual({
      status: "failed",
    });
    expect(wire.clock.now() - start).toBeGreaterThanOrEqual(9000);
  });

  it("are given up by the time that the caller waits, and go on", async () => {
    const { client, clock } = answering([json({ status: "processing" })]);
    const waiting = client.wait("createCrawl", "job_1", { timeoutMs: 20_000 });
    const error = await after(clock, failureOf(waiting));
    expect([error.code, error.message]).toEqual([
      "TIMEOUT",
      "The job did not end within 20000 ms; it goes on.",
    ]);
  });

  it("that were done at once are not asked for", async () => {
    const { client, asked } = answering([json({ status: "completed", output: 1 })]);
    expect(await client.run("evaluateAiTask", {} as never)).toEqual({
      status: "completed",
      output: 1,
    });
    expect(asked).toHaveLength(1);
  });

  it("of a crawl that failed throw, with its reason", async () => {
    const { client } = answering([json({ status: "failed", error: "DNS failure" })]);
    const error = await failureOf(client.crawlPages("job_1").next());
    expect([error.code, error.message]).toEqual(["JOB_FAILED", "DNS failure"]);
  });
});

describe("lists and events", () => {
  it("goes through the parts of a list by cursor and by page, and asks for no more than is taken", async () => {
    const { client, asked } = answering([
      json({ jobs: [1, 2], nextCursor: "c2" }),
      json({ jobs: [3], nextCursor: null }),
    ]);
    const found: unknown[] = [];
    for await (const job of client.each("listJobs", { status: "failed" })) found.push(job);
    expect(found).toEqual([1, 2, 3]);
    expect(new URL(asked[1]?.url ?? "").search).toBe("?status=failed&cursor=c2");
    const wire = answering([json({ jobs: ["a"] }), json({ jobs: [] })]);
    for await (const _ of wire.client.each("listWireJobs")) break;
    expect(wire.asked).toHaveLength(1);
  });

  it.each([1, 3, 1000])("reads events in pieces of %i bytes", async (size) => {
    const text =
      'retry: 1000\n: listening\n\nid: 5\nevent: job\ndata: {"id":"jäb"}\n\r\nevent: step\r\ndata: a\r\ndata: b\r\n\r\ndata: cut off';
    const bytes = new TextEncoder().encode(text);
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) {
          controller.enqueue(bytes.subarray(at, at + size));
        }
        controller.close();
      },
    });
    const { client } = answering([() => new Response(stream)]);
    const events = [];
    for await (const event of client.streamJobEvents()) events.push(event);
    expect(events).toEqual([
      { event: "job", id: "5", data: { id: "jäb" } },
      { event: "step", id: "", data: "a\nb" },
    ]);
  });

  it("closes a stream that is left", async () => {
    let isCancelled = false;
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode("data: 1\n\n")),
      cancel: () => void (isCancelled = true),
    });
    const { client } = answering([() => new Response(stream)]);
    for await (const _ of client.streamJobEvents()) break;
    expect(isCancelled).toBe(true);
  });
});

describe("connectBrowser", () => {
  it("gives an address with the key and what is asked for", () => {
    const { client } = answering([json({})]);
    expect(client.connectBrowser({ country: "DE", session_name: "a&b" })).toBe(
      "wss://api.example/web/v1/browser-connect?country=DE&session_name=a%26b&api_key=k",
    );
  });
});

describe("verifyWebhook", () => {
  const body = '{"id":"evt_1","type":"job.completed","data":{"jobId":"j"}}';
  const signed = (text: string, secret: string): string =>
    `sha256=${createHmac("sha256", secret).update(text).digest("hex")}`;

  it("gives the event of a body that is signed", async () => {
    const event = await verifyWebhook(body, signed(body, "whsec_a"), "whsec_a");
    expect(event).toMatchObject({ type: "job.completed", data: { jobId: "j" } });
    const bytes = new TextEncoder().encode(body);
    expect((await verifyWebhook(bytes, signed(body, "whsec_a"), "whsec_a")).id).toBe("evt_1");
  });

  it.each([
    ["another secret", body, signed(body, "whsec_b"), "whsec_a"],
    ["another body", `${body} `, signed(body, "whsec_a"), "whsec_a"],
    ["no signature", body, "", "whsec_a"],
    ["half a signature", body, signed(body, "whsec_a").slice(0, 40), "whsec_a"],
    ["an empty secret", body, signed(body, "x"), ""],
    ["no JSON", "oops", signed("oops", "whsec_a"), "whsec_a"],
  ])("refuses %s", async (_, text, signature, secret) => {
    const error = await failureOf(verifyWebhook(text, signature, secret));
    expect(error.code).toBe("INVALID_SIGNATURE");
  });
});

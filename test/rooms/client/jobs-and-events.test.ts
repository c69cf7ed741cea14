import { createHmac } from "node:crypto";
import { verifyWebhook } from "dragline/client";
import { describe, expect, it } from "vitest";
import { after, answering, failureOf, json } from "./answering.ts";

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
    expect([error.code, error.message, error.details.jobId]).toEqual([
      "TIMEOUT",
      "The job job_1 did not end within 20000 ms; it goes on.",
      "job_1",
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
  ] as const)("refuses %s", async (...[, text, signature, secret]) => {
    const error = await failureOf(verifyWebhook(text, signature, secret));
    expect(error.code).toBe("INVALID_SIGNATURE");
  });
});

import { describe, expect, it } from "vitest";
import { answer, faults, s3Subject, streamOf, textOf, through } from "./s3-subject.ts";

const PART = 5_242_880;
const signal = new AbortController().signal;

describe("S3Blobs on a store in trouble", () => {
  it.each([
    ["busy", answer(503, "SlowDown")],
    ["broken", answer(500, "InternalError")],
    ["throttling", answer(429, "TooManyRequests")],
    ["dropping connections", { kind: "drop" }],
  ] as const)("tries again when the store is %s", async (_, fault) => {
    await using it = await s3Subject();
    faults(it.server, fault, fault, fault);
    await through(it.clock, it.blobs.put("a", Buffer.from("1"), { signal }));
    expect(it.server.seen).toHaveLength(4);
    faults(it.server, fault);
    expect(await through(it.clock, textOf(it.blobs, "a"))).toBe("1");
    faults(it.server, fault, undefined, fault);
    expect(await through(it.clock, it.blobs.remove("a", { signal }))).toBe(true);
  });

  it("tries parts and their joining again, also when the joining fails after its 200", async () => {
    await using it = await s3Subject();
    const busy = answer(503, "SlowDown");
    const late = answer(200, "InternalError");
    faults(it.server, busy, undefined, busy, undefined, undefined, late);
    await through(it.clock, it.blobs.put("l", streamOf(6, 1_000_000), { signal }));
    expect(it.server.objects.get("l")?.bytes.byteLength).toBe(6_000_000);
    expect(it.server.uploads.size).toBe(0);
  });

  it("is UNAVAILABLE when no attempt succeeds within the time", async () => {
    await using it = await s3Subject();
    it.server.fault = () => answer(503, "SlowDown");
    const call = through(it.clock, it.blobs.put("a", Buffer.from("1"), { signal }));
    await expect(call).rejects.toMatchObject({
      code: "UNAVAILABLE",
      details: { status: 503, s3Code: "SlowDown" },
    });
    expect(it.server.seen.length).toBeGreaterThan(3);
    expect(it.clock.monotonic()).toBe(30_000);
  });

  it("is UNAVAILABLE when nothing listens", async () => {
    await using it = await s3Subject({ requestTimeoutMs: 1000 });
    await it.server[Symbol.asyncDispose]();
    const call = through(it.clock, it.blobs.get("a", { signal }));
    await expect(call).rejects.toMatchObject({ code: "UNAVAILABLE" });
  });

  it("is UNAVAILABLE when the store takes the request and says nothing", async () => {
    await using it = await s3Subject();
    it.server.fault = () => ({ kind: "stall" });
    const call = it.blobs.put("a", Buffer.from("1"), { signal });
    const failed = expect(call).rejects.toMatchObject({ code: "UNAVAILABLE" });
    while (it.server.seen.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await it.clock.advance(30_000);
    await failed;
  });

  it("rejects with the reason at once when it is cancelled while the store says nothing", async () => {
    await using it = await s3Subject();
    it.server.fault = () => ({ kind: "stall" });
    const caller = new AbortController();
    const call = it.blobs.get("a", { signal: caller.signal });
    const failed = expect(call).rejects.toThrow("stopped");
    while (it.server.seen.length === 0) await new Promise((resolve) => setImmediate(resolve));
    caller.abort(new Error("stopped"));
    await failed;
    expect(it.clock.waiting).toBe(0);
  });

  it("frees the parts of a put that failed or was cancelled", async () => {
    await using it = await s3Subject();
    it.server.fault = ({ url }) =>
      url.searchParams.get("partNumber") === "2" ? answer(403, "AccessDenied") : undefined;
    const call = it.blobs.put("l", streamOf(20, 1_000_000), { signal });
    await expect(call).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect([it.server.uploads.size, it.server.objects.size]).toEqual([0, 0]);
    const caller = new AbortController();
    it.server.fault = ({ url }) => {
      if (url.searchParams.get("partNumber") !== "2") return undefined;
      caller.abort(new Error("stopped"));
      return { kind: "stall" };
    };
    const cancelled = it.blobs.put("l", streamOf(20, 1_000_000), { signal: caller.signal });
    await expect(cancelled).rejects.toThrow("stopped");
    expect([it.server.uploads.size, it.server.objects.size]).toEqual([0, 0]);
  });

  it("keeps no more than two parts of a stream in memory", async () => {
    await using it = await s3Subject();
    const asked: number[] = [];
    let given = 0;
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
      given += 1;
      if (given > 30) controller.close();
      else controller.enqueue(new Uint8Array(1_000_000));
    };
    it.server.fault = ({ url }) => {
      if (url.searchParams.has("partNumber")) asked.push(given);
      return undefined;
    };
    const stream = new ReadableStream({ pull }, { highWaterMark: 0 });
    await it.blobs.put("l", stream, { signal });
    for (const [index, pieces] of asked.entries()) {
      expect(pieces * 1_000_000).toBeLessThanOrEqual((index + 1) * PART + 2_000_000);
    }
  });

  it("refuses are UNAVAILABLE with the store's code and no secrets", async () => {
    await using it = await s3Subject({ secretAccessKey: "wrong-secret" });
    const calls = [
      it.blobs.put("a", Buffer.from("1"), { signal }),
      it.blobs.get("a", { signal }),
      it.blobs.remove("a", { signal }),
    ];
    for (const call of await Promise.allSettled(calls)) {
      const { reason } = call as PromiseRejectedResult;
      expect(reason).toMatchObject({ code: "UNAVAILABLE", details: { status: 403 } });
      const shown = `${String(reason)} ${JSON.stringify(reason)}`;
      expect(shown).not.toMatch(/wrong-secret|AKIDEXAMPLE|<Message>|Signature=/);
    }
    expect(it.server.seen).toHaveLength(3);
  });

  it.each([
    [507, "InsufficientStorage"],
    [400, "QuotaExceeded"],
    [507, "XMinioStorageFull"],
  ])("is STORE_FULL for %i %s", async (status, code) => {
    await using it = await s3Subject();
    faults(it.server, answer(status, code));
    const call = it.blobs.put("a", Buffer.from("1"), { signal });
    await expect(call).rejects.toMatchObject({ code: "STORE_FULL", details: { s3Code: code } });
    await it.blobs.put("a", Buffer.from("1"), { signal });
  });

  it("is UNAVAILABLE for a bucket that is not there, and for a redirect", async () => {
    await using it = await s3Subject({ bucket: "other-bucket" });
    await expect(it.blobs.get("a", { signal })).rejects.toMatchObject({
      code: "UNAVAILABLE",
      details: { s3Code: "NoSuchBucket" },
    });
    faults(it.server, { kind: "answer", status: 301, text: "" });
    await expect(it.blobs.get("a", { signal })).rejects.toMatchObject({
      details: { status: 301 },
    });
  });

  it("survives answers that are no XML, endless or hostile", async () => {
    await using it = await s3Subject();
    const texts = ["{}", "<Code>".repeat(100_000), `<Code>${"x".repeat(1000)}</Code>`, "\u0000"];
    for (const text of texts) {
      faults(it.server, { kind: "answer", status: 400, text });
      await expect(it.blobs.get("a", { signal })).rejects.toMatchObject({
        message: "The S3 store answered 400 (without a code).",
      });
    }
    faults(it.server, { kind: "answer", status: 200, text: "<R/>" });
    const call = it.blobs.put("l", streamOf(6, 1_000_000), { signal });
    await expect(call).rejects.toMatchObject({ code: "UNAVAILABLE" });
  });

  it("fails a body with UNAVAILABLE when the connection breaks or nothing comes", async () => {
    await using it = await s3Subject({ stallTimeoutMs: 20_000 });
    await it.blobs.put("a", new Uint8Array(1_000_000), { signal });
    faults(it.server, { kind: "cut" });
    const cut = await it.blobs.get("a", { signal });
    await expect(new Response(cut?.body).arrayBuffer()).rejects.toMatchObject({
      code: "UNAVAILABLE",
    });
    faults(it.server, { kind: "stall", begun: true });
    const stalled = await it.blobs.get("a", { signal });
    const reader = stalled?.body.getReader();
    expect((await reader?.read())?.value?.byteLength).toBe(1);
    const read = expect(reader?.read()).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await it.clock.timerOf(20_000);
    await it.clock.advance(20_000);
    await read;
    expect(it.clock.waiting).toBe(0);
  });
});

import { request } from "node:http";
import { Readable } from "node:stream";
import { S3Blobs, type S3BlobsOptions, type S3Fetch } from "dragline/storage/s3";
import { FakeClock, FakeIds } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { objectName } from "../../../src/storage/s3/object-name.ts";
import { S3Server, type S3Fault } from "./s3-server.ts";
import { credentials } from "./s3-signature.ts";

const PART = 5_242_880;
const signal = new AbortController().signal;

interface Subject extends AsyncDisposable {
  readonly server: S3Server;
  readonly blobs: S3Blobs;
  readonly clock: FakeClock;
}

async function subject(options: Partial<S3BlobsOptions> = {}, fetch?: S3Fetch): Promise<Subject> {
  const clock = new FakeClock();
  const server = await new S3Server(() => clock.now()).listen();
  const collaborators = { clock, ids: new FakeIds(), fetch };
  const blobs = new S3Blobs(collaborators, { ...server.options, ...options });
  return { server, blobs, clock, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** Answers the faults one after the other, then none. */
function faults(server: S3Server, ...list: (S3Fault | undefined)[]): void {
  const waiting = [...list];
  server.fault = () => waiting.shift();
}

function answer(status: number, code: string): S3Fault {
  const text = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>secret</Message></Error>`;
  return { kind: "answer", status, text };
}

/** Lets every wait pass at once. */
async function through<Result>(clock: FakeClock, call: Promise<Result>): Promise<Result> {
  let settled = false;
  const ended = call.finally(() => (settled = true));
  ended.catch(() => {});
  const isSettled = (): boolean => settled;
  while (!isSettled()) {
    await new Promise((resolve) => setImmediate(resolve));
    // The deadline of 30 seconds is the longest timer; all others are waits between attempts.
    const next = clock.untilNext;
    if (next !== undefined && next <= 5000) await clock.advance(next);
  }
  return ended;
}

function streamOf(pieces: number, size: number): ReadableStream<Uint8Array> {
  let given = 0;
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    given += 1;
    if (given > pieces) controller.close();
    else controller.enqueue(new Uint8Array(size).fill(given));
  };
  return new ReadableStream({ pull }, { highWaterMark: 0 });
}

async function textOf(blobs: S3Blobs, key: string): Promise<string | undefined> {
  const blob = await blobs.get(key, { signal });
  return blob && new Response(blob.body).text();
}

/** The global fetch looks names up; this one finds every host on loopback. */
const loopbackFetch: S3Fetch = (url, { method = "GET", headers, body }) =>
  new Promise((resolve, reject) => {
    const { host, port, pathname, search } = new URL(url);
    const options = {
      host: "127.0.0.1",
      port,
      path: pathname + search,
      method,
      headers: { ...Object.fromEntries(new Headers(headers)), host },
      agent: false as const,
    };
    const sent = request(options, (response) => {
      const { statusCode: status = 0 } = response;
      const bodiless = method === "HEAD" || status === 204;
      if (bodiless) response.resume();
      const stream = bodiless ? null : (Readable.toWeb(response) as ReadableStream<Uint8Array>);
      resolve(new Response(stream, { status, headers: response.headers as never }));
    });
    sent.on("error", reject);
    sent.end(body as Uint8Array | undefined);
  });

describe("S3Blobs", () => {
  it("puts small blobs in one request and large ones in parts", async () => {
    await using it = await subject();
    await it.blobs.put("a b", Buffer.from("1"), { signal, contentType: "x/y" });
    await it.blobs.put("s", streamOf(5, 1000), { signal });
    expect(it.server.seen).toEqual(["PUT /test-bucket/a%20b", "PUT /test-bucket/s"]);
    it.server.seen.length = 0;
    const facts = await it.blobs.put("l", streamOf(11, 1_000_000), { signal, contentType: "x/z" });
    expect(facts).toEqual({ size: 11_000_000, contentType: "x/z" });
    const shown = it.server.seen.map((line) => line.replace(/uploadId=[^&]+/, "uploadId=U"));
    expect(shown).toEqual([
      "POST /test-bucket/l?uploads=",
      "PUT /test-bucket/l?partNumber=1&uploadId=U",
      "PUT /test-bucket/l?partNumber=2&uploadId=U",
      "PUT /test-bucket/l?partNumber=3&uploadId=U",
      "POST /test-bucket/l?uploadId=U",
    ]);
    expect(it.server.objects.get("l")).toMatchObject({ contentType: "x/z" });
  });

  it("speaks to the bucket as a part of the host name too", async () => {
    await using plain = await subject();
    const endpoint = `http://localhost:${plain.server.port}`;
    const { clock } = plain;
    const options = { ...plain.server.options, endpoint, virtualHost: true };
    const blobs = new S3Blobs({ clock, fetch: loopbackFetch }, options);
    await blobs.put("a/b", Buffer.from("text"), { signal });
    expect(plain.server.seen).toEqual(["PUT /a/b"]);
    expect(await textOf(blobs, "a/b")).toBe("text");
    const url = await blobs.signedUrl("a/b", { signal });
    expect(url).toMatch(/^http:\/\/test-bucket\.localhost:\d+\/a\/b\?X-Amz-Expires=3600&/);
    expect(await (await loopbackFetch(url, {})).text()).toBe("text");
    expect(await blobs.remove("a/b", { signal })).toBe(true);
  });

  it.each([
    ["busy", answer(503, "SlowDown")],
    ["broken", answer(500, "InternalError")],
    ["throttling", answer(429, "TooManyRequests")],
    ["dropping connections", { kind: "drop" }],
  ] as const)("tries again when the store is %s", async (_, fault) => {
    await using it = await subject();
    faults(it.server, fault, fault, fault);
    await through(it.clock, it.blobs.put("a", Buffer.from("1"), { signal }));
    expect(it.server.seen).toHaveLength(4);
    faults(it.server, fault);
    expect(await through(it.clock, textOf(it.blobs, "a"))).toBe("1");
    faults(it.server, fault, undefined, fault);
    expect(await through(it.clock, it.blobs.remove("a", { signal }))).toBe(true);
  });

  it("tries parts and their joining again, also when the joining fails after its 200", async () => {
    await using it = await subject();
    const busy = answer(503, "SlowDown");
    const late = answer(200, "InternalError");
    faults(it.server, busy, undefined, busy, undefined, undefined, late);
    await through(it.clock, it.blobs.put("l", streamOf(6, 1_000_000), { signal }));
    expect(it.server.objects.get("l")?.bytes.byteLength).toBe(6_000_000);
    expect(it.server.uploads.size).toBe(0);
  });

  it("is UNAVAILABLE when no attempt succeeds within the time", async () => {
    await using it = await subject();
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
    await using it = await subject({ requestTimeoutMs: 1000 });
    await it.server[Symbol.asyncDispose]();
    const call = through(it.clock, it.blobs.get("a", { signal }));
    await expect(call).rejects.toMatchObject({ code: "UNAVAILABLE" });
  });

  it("is UNAVAILABLE when the store takes the request and says nothing", async () => {
    await using it = await subject();
    it.server.fault = () => ({ kind: "stall" });
    const call = it.blobs.put("a", Buffer.from("1"), { signal });
    const failed = expect(call).rejects.toMatchObject({ code: "UNAVAILABLE" });
    while (it.server.seen.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await it.clock.advance(30_000);
    await failed;
  });

  it("rejects with the reason at once when it is cancelled while the store says nothing", async () => {
    await using it = await subject();
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
    await using it = await subject();
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
    await using it = await subject();
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
    await using it = await subject({ secretAccessKey: "wrong-secret" });
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
    await using it = await subject();
    faults(it.server, answer(status, code));
    const call = it.blobs.put("a", Buffer.from("1"), { signal });
    await expect(call).rejects.toMatchObject({ code: "STORE_FULL", details: { s3Code: code } });
    await it.blobs.put("a", Buffer.from("1"), { signal });
  });

  it("is UNAVAILABLE for a bucket that is not there, and for a redirect", async () => {
    await using it = await subject({ bucket: "other-bucket" });
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
    await using it = await subject();
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
    await using it = await subject({ stallTimeoutMs: 20_000 });
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

  it("signs with the token of temporary credentials", async () => {
    const sent: RequestInit[] = [];
    const spy: S3Fetch = async (_, init) => {
      sent.push(init);
      return new Response(null, { status: 404 });
    };
    await using it = await subject({ sessionToken: "token+/=" }, spy);
    await it.blobs.get("a", { signal });
    const headers = new Headers(sent[0]?.headers);
    expect(headers.get("x-amz-security-token")).toBe("token+/=");
    expect(headers.get("authorization")).toMatch(/SignedHeaders=[^,]*x-amz-security-token/);
    const url = new URL(await it.blobs.signedUrl("a", { signal }));
    expect(url.searchParams.get("X-Amz-Security-Token")).toBe("token+/=");
  });

  it("gives URLs that are good for whole seconds, and no longer than was said", async () => {
    await using it = await subject();
    const url = new URL(await it.blobs.signedUrl("a", { signal, expiresIn: 1999 }));
    expect(url.searchParams.get("X-Amz-Expires")).toBe("1");
    expect(url.href).not.toContain(credentials.secretAccessKey);
  });

  it.each([
    { endpoint: "" },
    { endpoint: "s3.example" },
    { endpoint: "https://user:hunter2@s3.example" },
    { endpoint: "https://s3.example/?x=1" },
    { bucket: "a/b" },
    { bucket: "" },
    { accessKeyId: "" },
    { secretAccessKey: "" },
    { region: "a b" },
    { prefix: "../" },
    { prefix: "/a" },
    { partBytes: 5_242_879 },
    { requestTimeoutMs: 0 },
    { stallTimeoutMs: 0 },
  ])("refuses %o", (wrong) => {
    const options = { endpoint: "https://s3.example", bucket: "bucket", ...credentials };
    const make = (): unknown => new S3Blobs({}, { ...options, ...wrong });
    expect(make).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
    expect(make).not.toThrow(/hunter2/);
  });
});

describe("objectName", () => {
  it.each([
    ["a/b c+é💾.png", "app/a/b c+é💾.png"],
    ["../a", "app/=2E=2E/a"],
    ["a/./b", "app/a/=2E/b"],
    ["a/..b", "app/a/..b"],
    ["/a//b/", "app/=2Fa/=2Fb=2F"],
    ["a=41", "app/a=3D41"],
    ["a\\b\u0000\n", "app/a=5Cb=00=0A"],
    ["%2F", "app/%2F"],
  ])("of %j is %j", (key, name) => {
    expect(objectName("app/", key)).toBe(name);
  });

  it("of what would be too long is a hash", () => {
    for (const key of ["\u0001".repeat(512), "x".repeat(256), `a/${"é".repeat(128)}`]) {
      expect(objectName("", key)).toMatch(/^==[0-9a-f]{64}$/);
    }
    expect(objectName("", `${"x".repeat(255)}/${"y".repeat(255)}`)).not.toContain("==");
  });
});

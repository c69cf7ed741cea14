import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { FetchError } from "dragline/fetcher";
import { isWebhookError } from "dragline/webhooks";
import { createRawSite, createSite, FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { createAttemptSender } from "../../../../src/webhooks/attempts/attempt-sender.ts";
import { reasonOf } from "../../fetcher/failures.ts";
import { attemptAt, body, headers, sendOnce, signal } from "../attempts.ts";

const allow = ["127.0.0.1"];
const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

describe("an attempt", () => {
  it("posts the exact bytes with the headers given, and none that tell of us", async () => {
    const seen: (IncomingMessage | Buffer)[] = [];
    await using site = await createSite({
      "/in?a=1": (request, response) => {
        void buffer(request).then((bytes) => {
          seen.push(request, bytes);
          response.end();
        });
      },
    });
    await sendOnce(`${site.url("/in?a=1")}#fragment`);
    const [request, bytes] = seen;
    expect(request).toMatchObject({ method: "POST", url: "/in?a=1" });
    expect((request as IncomingMessage).headers).toEqual({
      ...headers,
      host: `127.0.0.1:${site.port}`,
      connection: "keep-alive",
      "content-length": String(body.length),
    });
    expect(Buffer.compare(bytes as Buffer, body)).toBe(0);
  });

  it.each([200, 201, 202, 204, 206, 226, 299])("succeeds with %i", async (status) => {
    await using site = await createSite({ "/": { status } });
    expect(await sendOnce(site.url("/"))).toEqual({
      httpStatus: status,
      failure: undefined,
      permanent: false,
      retryAfterMs: undefined,
      durationMs: expect.any(Number),
    });
  });

  it.each([300, 303, 304, 305, 400, 401, 404, 408, 410, 418, 429, 451, 500, 502, 503, 599, 999])(
    "fails by its status with %i, and not for good",
    async (status) => {
      await using site = await createRawSite((socket) =>
        socket.once("data", () => socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`)),
      );
      const result = await sendOnce(site.url("/"));
      expect(result).toMatchObject({ httpStatus: status, failure: "status", permanent: false });
    },
  );

  it.each([
    ["120", 120_000],
    ["Thu, 01 Jan 2026 00:10:00 GMT", 600_000],
    ["Wed, 31 Dec 2025 00:00:00 GMT", 0],
    ["soon", undefined],
    ["-5", undefined],
  ])("tells of Retry-After: %s", async (value, retryAfterMs) => {
    const clock = new FakeClock(Date.UTC(2026, 0, 1));
    await using site = await createSite({
      "/": { status: 503, headers: { "retry-after": value } },
    });
    await using sender = createAttemptSender({ clock }, { allow });
    expect(await sender.send(attemptAt(site.url("/")), signal)).toMatchObject({ retryAfterMs });
  });

  it("keeps its connection for the next, and no cookies", async () => {
    const route = { headers: { "set-cookie": "a=1" }, body: "thanks" };
    await using site = await createSite({ "/": route });
    await using sender = createAttemptSender({}, { allow });
    await sender.send(attemptAt(site.url("/")), signal);
    await sender.send(attemptAt(site.url("/")), signal);
    expect(site.connections).toBe(1);
    expect(site.requests.map(({ headers: { cookie } }) => cookie)).toEqual([undefined, undefined]);
  });

  it("says how long the answer took", async () => {
    const clock = new FakeClock();
    let answer = (): void => {};
    await using site = await createSite({
      "/": (_, response) => void (answer = () => response.end("ok")),
    });
    await using sender = createAttemptSender({ clock }, { allow });
    const sending = sender.send(attemptAt(site.url("/")), signal);
    await site.seen("/");
    await clock.advance(1_234);
    answer();
    expect((await sending).durationMs).toBe(1_234);
    expect(clock.waiting).toBe(0);
  });

  it("ignores the proxies of the environment", async () => {
    const { env } = process;
    await using proxy = await createSite({ "*": "proxy" });
    await using site = await createSite({ "/": "ok" });
    const names = ["http_proxy", "HTTP_PROXY", "ALL_PROXY", "NODE_USE_ENV_PROXY"];
    for (const name of names) env[name] = name.startsWith("NODE") ? "1" : proxy.origin;
    try {
      expect((await sendOnce(site.url("/"))).httpStatus).toBe(200);
    } finally {
      for (const name of names) delete env[name];
    }
    expect([proxy.connections, site.requests.length]).toEqual([0, 1]);
  });
});

describe("a connection that was kept", () => {
  it.each([
    ["right behind its answer", OK, "end"],
    ["by a reset", OK, "resetAndDestroy"],
  ] as const)("and that the receiver closed %s is not used", async (_, answer, close) => {
    let requests = 0;
    await using site = await createRawSite((socket) => {
      socket.once("data", () => {
        requests += 1;
        socket.write(answer, () => socket[close]());
      });
    });
    await using sender = createAttemptSender({}, { allow });
    for (let round = 0; round < 20; round += 1) {
      expect(await sender.send(attemptAt(site.url("/")), signal)).toMatchObject({
        failure: undefined,
      });
    }
    expect([requests, site.connections]).toEqual([20, 20]);
  });

  it("is not used when another answer waits on it already", async () => {
    await using site = await createRawSite((socket) => {
      socket.on("data", () => socket.write(`${OK}HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n`));
    });
    await using sender = createAttemptSender({}, { allow });
    for (let round = 0; round < 3; round += 1) {
      const result = await sender.send(attemptAt(site.url("/")), signal);
      expect(result.httpStatus).toBe(200);
    }
    expect(site.connections).toBe(3);
  });

  it("and that ends under a request fails the attempt, which is sent once", async () => {
    let requests = 0;
    await using site = await createRawSite((socket) => {
      socket.on("data", () => {
        requests += 1;
        if (requests === 1) socket.write(OK);
        else socket.destroy();
      });
    });
    await using sender = createAttemptSender({}, { allow });
    await sender.send(attemptAt(site.url("/")), signal);
    const result = await sender.send(attemptAt(site.url("/")), signal);
    expect(result).toMatchObject({ httpStatus: null, failure: "connection-lost" });
    expect(requests).toBe(2);
  });
});

describe("cancelling an attempt", () => {
  const reason = new Error("enough");

  it("before it begins sends nothing", async () => {
    await using site = await createSite({ "/": "ok" });
    await using sender = createAttemptSender({}, { allow });
    const sending = sender.send(attemptAt(site.url("/")), AbortSignal.abort(reason));
    expect(await reasonOf(sending)).toBe(reason);
    expect(site.connections).toBe(0);
  });

  it("closes the socket at once, and leaves other attempts alone", async () => {
    const control = new AbortController();
    let answer = (): void => {};
    await using site = await createSite({
      "/hangs": () => control.abort(reason),
      "/other": (_, response) => void (answer = () => response.end("ok")),
    });
    await using sender = createAttemptSender({ clock: new FakeClock() }, { allow });
    const other = sender.send(attemptAt(site.url("/other")), signal);
    await site.seen("/other");
    const hanging = sender.send(attemptAt(site.url("/hangs")), control.signal);
    expect(await reasonOf(hanging)).toBe(reason);
    while (site.open > 1) await new Promise((resolve) => setImmediate(resolve));
    answer();
    expect((await other).httpStatus).toBe(200);
  });

  it("throws its reason, whatever that is", async () => {
    const control = new AbortController();
    await using site = await createSite({ "/": () => control.abort(failure) });
    const failure = new FetchError("CONNECT_FAILED", { message: "another one's" });
    await using sender = createAttemptSender({}, { allow });
    const sending = sender.send(attemptAt(site.url("/")), control.signal);
    expect(await reasonOf(sending)).toBe(failure);
  });

  it("behind the head of the answer is too late to change the result", async () => {
    const clock = new FakeClock();
    const control = new AbortController();
    await using site = await createSite({
      "/": (_, response) => void response.writeHead(200).write("part"),
    });
    await using sender = createAttemptSender({ clock }, { allow });
    const sending = sender.send(attemptAt(site.url("/")), control.signal);
    await clock.timerOf(1_000);
    control.abort(reason);
    expect(await sending).toMatchObject({ httpStatus: 200, failure: undefined });
    await site.idle();
    expect(clock.waiting).toBe(0);
  });
});

describe("createAttemptSender", () => {
  it.each<[object, object]>([
    [{}, { timeoutMs: 0 }],
    [{}, { timeoutMs: Number.NaN }],
    [{}, { allow: ["http://a.test/"] }],
    [{}, { ca: "no certificate" }],
    [{}, { timeout: 5 }],
    [{ timeoutMs: 5 }, {}],
  ])("refuses %j and %j", (collaborators, options) => {
    expect(() => createAttemptSender(collaborators, options)).toThrow(
      expect.objectContaining({
        code: expect.stringMatching(/^INVALID_(?:OPTION|ALLOW_ENTRY)$/),
      }),
    );
  });

  it("makes a sender that ends attempts when it is disposed, and blames no receiver", async () => {
    await using site = await createSite({ "/": () => {} });
    const resolver = { resolve: () => new Promise<never>(() => {}) };
    const clock = new FakeClock();
    const sender = createAttemptSender({ clock, resolver }, { allow });
    const urls = [site.url("/"), "http://slow.test/"];
    const sending = urls.map((url) => reasonOf(sender.send(attemptAt(url), signal)));
    await site.seen("/");
    await sender[Symbol.asyncDispose]();
    await sender[Symbol.asyncDispose]();
    sending.push(reasonOf(sender.send(attemptAt(site.url("/")), signal)));
    const reasons = await Promise.all(sending);
    expect(reasons.map((error) => isWebhookError(error, "WEBHOOKS_CLOSED"))).toEqual([
      true,
      true,
      true,
    ]);
    expect(clock.waiting).toBe(0);
  });
});

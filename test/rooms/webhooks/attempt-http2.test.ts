import type { Http2ServerRequest, ServerHttp2Stream } from "node:http2";
import { buffer } from "node:stream/consumers";
import { createSite, FakeClock, type SiteRoute } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { createAttemptSender } from "../../../src/webhooks/attempts/attempt-sender.ts";
import { createCertificate } from "../../certificates.ts";
import { reasonOf } from "../fetcher/failures.ts";
import { attemptAt, body, headers, sendOnce, signal } from "./attempts.ts";

const allow = ["127.0.0.1"];
const good = await createCertificate({ names: ["127.0.0.1"] });
const options = { tls: good, http2: true };

function streamOf(request: unknown): ServerHttp2Stream {
  return (request as Http2ServerRequest).stream;
}

describe("an attempt over TLS", () => {
  it.each([
    ["that it trusts", good.ca, { httpStatus: 200, failure: undefined }],
    ["that it does not trust", [], { httpStatus: null, failure: "tls", permanent: false }],
  ])("goes to a receiver %s", async (_, ca, expected) => {
    await using site = await createSite({ "/": "ok" }, { tls: good });
    expect(await sendOnce(site.url("/"), { ca })).toMatchObject(expected);
    expect(site.requests.length).toBe(expected.httpStatus === null ? 0 : 1);
  });

  it.each([
    ["of another name", { names: ["other.test"] }],
    ["that expired", { names: ["127.0.0.1"], expired: true }],
    ["that signs itself", { names: ["127.0.0.1"], issuer: "self" as const }],
  ])("fails with a certificate %s, before anything is told", async (name, certificate) => {
    const tls = await createCertificate(certificate);
    await using site = await createSite({ "/": "ok" }, { tls });
    const ca = name === "that signs itself" ? [] : tls.ca;
    expect(await sendOnce(site.url("/"), { ca })).toMatchObject({ failure: "tls" });
    expect(site.requests.length).toBe(0);
  });

  it("fails with a receiver that speaks none", async () => {
    await using site = await createSite({ "/": "ok" });
    const url = site.url("/").replace("http:", "https:");
    expect(await sendOnce(url)).toMatchObject({ httpStatus: null, failure: "tls" });
  });
});

describe("an attempt over HTTP/2", () => {
  it("posts the exact bytes, many at once over one connection", async () => {
    const bodies: Buffer[] = [];
    const route: SiteRoute = (request, response) => {
      void buffer(request).then((bytes) => {
        bodies.push(bytes);
        response.end("ok");
      });
    };
    await using site = await createSite({ "/": route }, options);
    await using sender = createAttemptSender({}, { allow, ca: good.ca });
    const sending = Array.from({ length: 20 }, () => sender.send(attemptAt(site.url("/")), signal));
    const results = await Promise.all(sending);
    expect(results.every(({ httpStatus }) => httpStatus === 200)).toBe(true);
    expect(site.requests.every(({ httpVersion }) => httpVersion === "2.0")).toBe(true);
    expect(site.requests[0]?.headers).toMatchObject(headers);
    expect(bodies.length).toBe(20);
    expect(bodies.every((bytes) => Buffer.compare(bytes, body) === 0)).toBe(true);
    expect(site.connections).toBe(1);
  });

  it("follows redirects with the body", async () => {
    const lengths: number[] = [];
    const routes: Record<string, SiteRoute> = {
      "/a": { status: 307, headers: { location: "/b" } },
      "/b": (request, response) => {
        void buffer(request).then((bytes) => {
          lengths.push(bytes.length);
          response.end();
        });
      },
    };
    await using site = await createSite(routes, options);
    const result = await sendOnce(site.url("/a"), { ca: good.ca });
    expect([result.httpStatus, lengths]).toEqual([200, [body.length]]);
  });

  it.each<[string, (stream: ServerHttp2Stream) => void]>([
    ["a stream that is reset", (stream) => stream.close(2)],
    ["a connection that is lost", (stream) => stream.session?.destroy()],
  ])("fails with %s, and the next one does not", async (_, fail) => {
    let requests = 0;
    const route: SiteRoute = (request, response) => {
      requests += 1;
      if (requests === 1) fail(streamOf(request));
      else response.end("ok");
    };
    await using site = await createSite({ "/": route }, options);
    await using sender = createAttemptSender({}, { allow, ca: good.ca });
    const first = await sender.send(attemptAt(site.url("/")), signal);
    expect(first).toMatchObject({ httpStatus: null, failure: "connection-lost" });
    expect((await sender.send(attemptAt(site.url("/")), signal)).httpStatus).toBe(200);
    expect(requests).toBe(2);
  });

  it("is sent once more, and no more, to a receiver that has not looked at it", async () => {
    let requests = 0;
    const route: SiteRoute = (request) => {
      requests += 1;
      streamOf(request).close(7);
    };
    await using site = await createSite({ "/": route }, options);
    const result = await sendOnce(site.url("/"), { ca: good.ca });
    expect(result).toMatchObject({ httpStatus: null, failure: "connection-lost" });
    expect(requests).toBe(2);
  });

  it("does not use a connection whose end was announced", async () => {
    const route: SiteRoute = (request, response) => {
      const { session } = streamOf(request);
      response.end("ok", () => session?.close());
    };
    await using site = await createSite({ "/": route }, options);
    await using sender = createAttemptSender({}, { allow, ca: good.ca });
    for (let round = 0; round < 5; round += 1) {
      const { failure } = await sender.send(attemptAt(site.url("/")), signal);
      expect(failure).toBe(undefined);
    }
    expect(site.requests.length).toBe(5);
  });

  it("leaves a body that does not end, and other streams alone", async () => {
    const clock = new FakeClock();
    let finish = (): void => {};
    const routes: Record<string, SiteRoute> = {
      "/drips": (_, response) => void response.writeHead(200).write("part"),
      "/slow": (_, response) => void (finish = () => response.end("ok")),
    };
    await using site = await createSite(routes, options);
    await using sender = createAttemptSender({ clock }, { allow, ca: good.ca });
    const slow = sender.send(attemptAt(site.url("/slow")), signal);
    await site.seen("/slow");
    const dripping = sender.send(attemptAt(site.url("/drips")), signal);
    await clock.timerOf(1_000);
    await clock.advance(1_000);
    expect(await dripping).toMatchObject({ httpStatus: 200, failure: undefined });
    finish();
    expect((await slow).httpStatus).toBe(200);
    expect(site.connections).toBe(1);
  });

  it("ends when it is cancelled, and closes a connection that nobody else uses", async () => {
    const control = new AbortController();
    await using site = await createSite({ "/": () => control.abort("enough") }, options);
    await using sender = createAttemptSender({}, { allow, ca: good.ca });
    const sending = sender.send(attemptAt(site.url("/")), control.signal);
    expect(await reasonOf(sending)).toBe("enough");
    await site.idle();
  });

  it("ends when its sender is disposed, before the answer and in its body", async () => {
    const routes: Record<string, SiteRoute> = {
      "/hangs": () => {},
      "/drips": (_, response) => void response.writeHead(200).write("part"),
    };
    await using site = await createSite(routes, options);
    const clock = new FakeClock();
    const sender = createAttemptSender({ clock }, { allow, ca: good.ca });
    const hanging = reasonOf(sender.send(attemptAt(site.url("/hangs")), signal));
    await site.seen("/hangs");
    const dripping = sender.send(attemptAt(site.url("/drips")), signal);
    await clock.timerOf(1_000);
    await sender[Symbol.asyncDispose]();
    expect(await hanging).toMatchObject({ code: "WEBHOOKS_CLOSED" });
    expect(await dripping).toMatchObject({ httpStatus: 200, failure: undefined });
    await site.idle();
  });
});

import { tracingChannel } from "node:diagnostics_channel";
import { createFetcher, type Transport, type TransportRequest } from "dragline/fetcher";
import { createSite } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { failureOf } from "../failures.ts";

/** A transport that answers every request alike and remembers it. */
function createTransport() {
  const sent: TransportRequest[] = [];
  let disposals = 0;
  const transport: Transport = {
    async send(request) {
      sent.push(request);
      return {
        status: 200,
        statusText: "Fine",
        headers: { "content-type": "text/html" },
        httpVersion: "3",
        body: (async function* body() {
          yield Buffer.from("one ");
          yield Buffer.from("two");
        })(),
        timings: { dnsMs: 1, connectMs: 2, tlsMs: 3, firstByteMs: 4 },
        remoteAddress: "192.0.2.1",
      };
    },
    async [Symbol.asyncDispose]() {
      disposals += 1;
    },
  };
  return { transport, sent, disposals: () => disposals };
}

describe("a transport of the host's", () => {
  it("is sent the requests that are allowed, and is left open", async () => {
    const { transport, sent, disposals } = createTransport();
    const proxy = new URL("http://proxy.test/");
    const fetcher = createFetcher({ transport, proxies: { proxyFor: () => proxy } });
    const page = await fetcher.fetch("https://a.test/x?y=1#z", { headers: { "X-Own": "1" } });
    expect(page).toMatchObject({
      url: "https://a.test/x?y=1#z",
      statusText: "Fine",
      httpVersion: "3",
      text: "one two",
      timings: { dnsMs: 1, connectMs: 2, tlsMs: 3, firstByteMs: 4 },
      remoteAddress: "192.0.2.1",
    });
    expect(sent).toMatchObject([{ method: "GET", headers: { "x-own": "1" }, proxy }]);
    expect((await failureOf(fetcher.fetch("http://10.0.0.1/"))).code).toBe("ADDRESS_NOT_ALLOWED");
    await fetcher[Symbol.asyncDispose]();
    expect([sent.length, disposals()]).toEqual([1, 0]);
  });
});

describe("traces", () => {
  it("tell of a fetch and of each attempt", async () => {
    const told: object[] = [];
    const starts = (name: string) => {
      const channel = tracingChannel(`dragline:fetcher:${name}`);
      const start = (context: unknown): void => void told.push({ name, ...(context as object) });
      channel.start.subscribe(start);
      return () => channel.start.unsubscribe(start);
    };
    const ends = [starts("fetch"), starts("attempt")];
    await using site = await createSite({
      "/": { status: 302, headers: { location: "/next" } },
      "/next": "page",
    });
    await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
    await fetcher.fetch(site.url("/"));
    for (const end of ends) end();
    expect(told).toEqual([
      { name: "fetch", url: site.url("/") },
      { name: "attempt", url: site.url("/"), attempt: 1 },
      { name: "attempt", url: site.url("/next"), attempt: 2 },
    ]);
  });
});

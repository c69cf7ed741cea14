import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { call, failureOf, half, halves } from "./asking.ts";
import {
  answerBytes,
  answerJson,
  KEY,
  openVendor,
  serveVendors,
  vendorNames,
} from "./vendor-server.ts";

const page = { url: "https://moss.example/1", title: "Moss", text: "Moss on stones." };

describe.each(vendorNames)("a search at %s", (name) => {
  it("ends with PROVIDER_REJECTED at 401 and 403, and says what to configure", async () => {
    await using server = await serveVendors();
    await using provider = openVendor(name, server);
    for (const status of [401, 403]) {
      server.deeds = [answerJson(status, { error: { message: `bad key ${KEY}` } })];
      const { code, message, details } = await failureOf(provider.search(call()));
      expect([code, details]).toEqual(["PROVIDER_REJECTED", { provider: name, status }]);
      expect(message).toMatch(name === "searxng" ? /settings\.yml|login/ : /DRAGLINE_SEARCH/);
    }
    expect(server.asks).toHaveLength(2);
  });

  it("ends with PROVIDER_REJECTED at 402", async () => {
    await using server = await serveVendors();
    await using provider = openVendor(name, server);
    server.deeds = [answerJson(402, { error: "pay" })];
    const { code, message } = await failureOf(provider.search(call()));
    expect(code).toBe("PROVIDER_REJECTED");
    expect(message).toContain("no credit");
  });

  it("waits as Retry-After asks at 429, and asks again", async () => {
    const clock = new FakeClock();
    await using server = await serveVendors();
    await using provider = openVendor(name, server, { clock });
    server.pages = [page];
    server.deeds = [answerJson(429, {}, { "retry-after": "7" })];
    const search = provider.search(call());
    await clock.timerOf(7_000);
    expect(server.asks).toHaveLength(1);
    await clock.advance(7_000);
    expect((await search).results).toHaveLength(1);
    expect(server.asks).toHaveLength(2);
  });

  it("ends at once with PROVIDER_UNAVAILABLE when Retry-After is behind the deadline", async () => {
    await using server = await serveVendors();
    await using provider = openVendor(name, server, { clock: new FakeClock() });
    server.always = answerJson(429, {}, { "retry-after": "3600" });
    const { code, details } = await failureOf(provider.search(call()));
    expect(code).toBe("PROVIDER_UNAVAILABLE");
    expect(details).toEqual({ provider: name, status: 429, retryAfterMs: 3_600_000 });
    expect(server.asks).toHaveLength(1);
  });

  it("asks again at 500, 502 and 503", async () => {
    const clock = new FakeClock();
    await using server = await serveVendors();
    await using provider = openVendor(name, server, { clock, ids: halves });
    server.pages = [page];
    server.deeds = [500, 502, 503].map((status) => answerBytes(status, "<h1>Oops</h1>"));
    const search = provider.search(call());
    for (const ms of [375, 750, 1_500]) {
      await clock.timerOf(ms);
      await clock.advance(ms);
    }
    expect((await search).results).toHaveLength(1);
    expect(server.asks).toHaveLength(4);
  });

  it("ends with PROVIDER_UNAVAILABLE when it fails four times", async () => {
    const clock = new FakeClock();
    await using server = await serveVendors();
    await using provider = openVendor(name, server, { clock, ids: halves });
    server.always = answerJson(503, {});
    const search = failureOf(provider.search(call()));
    for (const ms of [375, 750, 1_500]) {
      await clock.timerOf(ms);
      await clock.advance(ms);
    }
    expect(await search).toMatchObject({ code: "PROVIDER_UNAVAILABLE", details: { status: 503 } });
    expect(server.asks).toHaveLength(4);
  });

  it("ends with PROVIDER_UNAVAILABLE when nobody answers at the address", async () => {
    const clock = new FakeClock();
    const server = await serveVendors();
    const { origin } = server;
    await server[Symbol.asyncDispose]();
    await using provider = openVendor(name, { origin }, { clock, ids: halves });
    const search = failureOf(provider.search(call()));
    for (const ms of [375, 750, 1_500]) {
      await clock.timerOf(ms);
      await clock.advance(ms);
    }
    const { code, message } = await search;
    expect(code).toBe("PROVIDER_UNAVAILABLE");
    expect(message).toContain("ECONNREFUSED");
  });

  it("asks again when the connection is lost before the answer", async () => {
    const clock = new FakeClock();
    await using server = await serveVendors();
    await using provider = openVendor(name, server, { clock, ids: halves });
    server.pages = [page];
    server.deeds = [(response) => response.destroy()];
    const search = provider.search(call());
    await clock.timerOf(375);
    await clock.advance(375);
    expect((await search).results).toHaveLength(1);
  });

  it("ends with REQUEST_REJECTED when the query or an option is refused", async () => {
    await using server = await serveVendors();
    await using provider = openVendor(name, server);
    for (const status of [400, 422]) {
      server.deeds = [answerJson(status, { detail: `no such country; ${KEY}` })];
      expect((await failureOf(provider.search(call()))).code).toBe("REQUEST_REJECTED");
    }
  });

  it("is made again without the country when that is refused, which a note tells", async () => {
    await using server = await serveVendors();
    await using provider = openVendor(name, server);
    server.pages = [page];
    server.deeds = [answerJson(400, { error: "country" })];
    const { results, notes } = await provider.search(call({ country: "de" }));
    expect(results).toHaveLength(1);
    expect(notes).toHaveLength(1);
    expect(notes[0]?.message).toContain("refused a search by the country 'de'");
    const sent = server.asks.map(({ query, body }) => `${query} ${JSON.stringify(body)}`);
    expect(sent.map((text) => /\bde\b|germany/i.test(text))).toEqual([true, false]);
  });

  it("ends with TIMEOUT when the server never answers", async () => {
    const clock = new FakeClock();
    await using server = await serveVendors();
    await using provider = openVendor(name, server, { clock });
    server.always = () => undefined;
    const search = failureOf(provider.search(call()));
    await server.asked(1);
    await clock.advance(15_000);
    const { code, message } = await search;
    expect(code).toBe("TIMEOUT");
    expect(message).toContain("15000 ms");
  });

  it("ends with TIMEOUT when the answer stops half-way", async () => {
    const clock = new FakeClock();
    await using server = await serveVendors();
    await using provider = openVendor(name, server, { clock });
    server.always = half;
    const search = failureOf(provider.search(call()));
    await server.asked(1);
    await clock.advance(15_000);
    expect((await search).code).toBe("TIMEOUT");
  });

  it.each([
    ["before the answer", (): void => undefined],
    ["half-way through the answer", half],
    ["while it waits to ask again", answerJson(429, {}, { "retry-after": "9" })],
  ] as const)("ends with the signal's reason when it is cancelled %s", async (_, deed) => {
    const clock = new FakeClock();
    await using server = await serveVendors();
    await using provider = openVendor(name, server, { clock });
    server.always = deed;
    const ending = new AbortController();
    const search = provider
      .search(call({ signal: ending.signal }))
      .catch((error: unknown) => error);
    await server.asked(1);
    if (deed !== half) await clock.timerOf();
    const reason = new Error("enough");
    ending.abort(reason);
    expect(await search).toBe(reason);
    await provider[Symbol.asyncDispose]();
    await server.idle();
    expect(clock.waiting).toBe(0);
  });

  it("ends what runs with PROVIDER_CLOSED when it is disposed, and closes its connections", async () => {
    await using server = await serveVendors();
    const provider = openVendor(name, server);
    server.always = () => undefined;
    const search = failureOf(provider.search(call()));
    await server.asked(1);
    await provider[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
    expect((await search).code).toBe("PROVIDER_CLOSED");
    expect((await failureOf(provider.search(call()))).code).toBe("PROVIDER_CLOSED");
    await server.idle();
  });
});

describe("a vendor that means another status", () => {
  it.each([
    ["serper", 400, { message: "Not enough credits" }, "no credit"],
    [
      "tavily",
      432,
      { detail: { error: "This request exceeds your plan's set usage limit." } },
      "no credit",
    ],
    ["tavily", 433, { detail: { error: "PayGo limit" } }, "no credit"],
    ["brave", 422, { error: { code: "SUBSCRIPTION_TOKEN_INVALID" } }, "refused the key"],
  ] as const)("%s %i", async (name, status, ...[body, says]) => {
    await using server = await serveVendors();
    await using provider = openVendor(name, server);
    server.deeds = [answerJson(status, body)];
    const { code, message } = await failureOf(provider.search(call()));
    expect(code).toBe("PROVIDER_REJECTED");
    expect(message).toContain(says);
  });
});

import { tracingChannel } from "node:diagnostics_channel";
import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import {
  isSearchError,
  type SearchCall,
  type SearchError,
  type VendorSearch,
} from "dragline/search";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import {
  answerBytes,
  answerJson,
  formats,
  KEY,
  keyedNames,
  openVendor,
  serveVendors,
  vendorNames,
  type Deed,
} from "./vendor-server.ts";

const page = { url: "https://moss.example/1", title: "Moss", text: "Moss on stones." };

const call = (more: Partial<SearchCall> = {}): SearchCall => ({
  query: "moss",
  limit: 5,
  signal: new AbortController().signal,
  ...more,
});

async function failureOf(search: Promise<unknown>): Promise<SearchError> {
  const outcome = await search.catch((error: unknown) => error);
  if (!isSearchError(outcome)) throw new Error(`Expected a SearchError; got ${inspect(outcome)}`);
  return outcome;
}

const json = { "content-type": "application/json" };

describe.each(vendorNames)("a search at %s", (name) => {
  it("ends with PROVIDER_REJECTED at 401 and 403, and says what to configure", async () => {
    await using server = await serveVendors();
    await using provider = openVendor(name, server);
    for (const status of [401, 403]) {
      server.deeds = [answerJson(status, { error: { message: `bad key ${KEY}` } })];
      const { code, message, details } = await failureOf(provider.search(call()));
      expect([code, details]).toEqual(["PROVIDER_REJECTED", { provider: name, status }]);
      expect(message).toMatch(name === "searxng" ? /settings\.yml|log-in/ : /DRAGLINE_SEARCH/);
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

  const wrong: readonly (readonly [string, Deed])[] = [
    [
      "a page",
      answerBytes(200, "<!doctype html><title>Log in</title>", { "content-type": "text/html" }),
    ],
    ["nothing", answerBytes(200, "", json)],
    ["no JSON", answerBytes(200, '{"results": [', json)],
    ["a list", answerJson(200, [])],
    ["null", answerJson(200, null)],
    ["no results", answerJson(200, { ok: true })],
    [
      "results that are no list",
      answerJson(200, { type: "search", results: "x", organic: {}, data: { search: 1 }, web: 7 }),
    ],
    [
      "results without addresses",
      answerJson(200, {
        ...{ type: "search", results: [1, {}], organic: [{}] },
        ...{ data: { search: [null] }, web: { results: [[]] } },
      }),
    ],
    ["a redirect", answerBytes(302, "", { location: "https://elsewhere.example/" })],
    ["404", answerJson(404, {})],
    [
      "a broken encoding",
      answerBytes(200, gzipSync("{}").subarray(0, 12), { "content-encoding": "gzip" }),
    ],
    ["5 MB", answerBytes(200, JSON.stringify({ results: "x".repeat(5_000_000) }), json)],
    [
      "20 KB that are 20 MB",
      answerBytes(200, gzipSync(Buffer.alloc(20_000_000, " ")), { "content-encoding": "gzip" }),
    ],
  ];

  it.each(wrong)("ends with BAD_ANSWER when the answer is %s", async (_, deed) => {
    await using server = await serveVendors();
    await using provider = openVendor(name, server);
    server.always = deed;
    const { code, details } = await failureOf(provider.search(call()));
    expect([code, details.provider]).toEqual(["BAD_ANSWER", name]);
    expect(server.asks).toHaveLength(1);
  });

  it("reads an answer that is encoded", async () => {
    await using server = await serveVendors();
    await using provider = openVendor(name, server);
    const answer = JSON.stringify(formats[name].answer([page], false, server));
    server.always = answerBytes(200, gzipSync(answer), { ...json, "content-encoding": "gzip" });
    expect((await provider.search(call())).results[0]?.url).toBe(page.url);
  });

  it("ends with INVALID_QUERY when the query or an option is refused", async () => {
    await using server = await serveVendors();
    await using provider = openVendor(name, server);
    for (const status of [400, 422]) {
      server.deeds = [answerJson(status, { detail: `no such country; ${KEY}` })];
      expect((await failureOf(provider.search(call()))).code).toBe("INVALID_QUERY");
    }
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
    server.always = deed as Deed;
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

describe.each(keyedNames)("the key of %s", (name) => {
  it("is sent in one header and nowhere else", async () => {
    await using server = await serveVendors();
    await using provider = openVendor(name, server);
    await provider.search(call());
    const [ask] = server.asks;
    const keyed = Object.entries(ask?.headers ?? {}).filter(([, value]) => value?.includes(KEY));
    expect(keyed).toHaveLength(1);
    expect(`${ask?.query} ${ask?.path} ${inspect(ask?.body)}`).not.toContain(KEY);
  });

  it("is in no error, trace or note, whatever the server writes", async () => {
    await using server = await serveVendors();
    const clock = new FakeClock();
    await using provider = openVendor(name, server, { clock });
    const heard = listen();
    const echo = { error: KEY, message: KEY, detail: { key: KEY }, [KEY]: KEY };
    const deeds: Deed[] = [
      ...[400, 401, 402, 403, 404, 418, 422].map((status) => answerJson(status, echo)),
      answerJson(429, echo, { "retry-after": "999" }),
      answerJson(200, { ...echo, results: KEY, organic: KEY, data: KEY }),
      answerBytes(200, `{"${KEY}`, json),
      answerBytes(302, KEY, { location: `https://elsewhere.example/?key=${KEY}` }),
      (response) => response.socket?.end(`HTTP/1.1 200 OK\r\n${KEY} ${KEY}\r\n\r\n`),
      (response) => response.socket?.end(`HTTP/9 ${KEY}\r\n\r\n`),
    ];
    const told: unknown[] = [];
    for (const deed of deeds) {
      server.deeds = [deed];
      told.push(await failureOf(provider.search(call())));
    }
    server.pages = [
      { url: `https://moss.example/?${KEY}`, title: KEY, text: KEY },
      {
        url: "https://moss.example/2",
        title: `a ${KEY}`,
        text: `b &#107;3y-Of-The-Test_0123456789`,
      },
    ];
    told.push(await provider.search(call()), ...heard.stop());
    expect(told.length).toBeGreaterThan(deeds.length);
    expect(inspect(told, { depth: 20, showHidden: true, maxStringLength: null })).not.toContain(
      KEY,
    );
  });

  it.each(["", "two words", "new\nline", "schlüssel"])(
    "is refused as %j, untold",
    async (apiKey) => {
      const make = (): VendorSearch =>
        openVendor(name, { origin: "http://127.0.0.1:1" }, { apiKey });
      expect(make).toThrow(/Option 'apiKey' must be/);
      if (apiKey !== "") expect(make).not.toThrow(apiKey);
    },
  );
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
  ] as const)("%s %i", async (name, status, body, says) => {
    await using server = await serveVendors();
    await using provider = openVendor(name, server);
    server.deeds = [answerJson(status, body)];
    const { code, message } = await failureOf(provider.search(call()));
    expect(code).toBe("PROVIDER_REJECTED");
    expect(message).toContain(says);
  });
});

const half: Deed = (response) => {
  response.writeHead(200, json);
  response.write('{"results": [');
};

/** Chance that is always in the middle. */
const halves = { uuid: () => "", token: () => "", random: () => 0.5 };

/** What the trace of searches is told. */
function listen(): { readonly stop: () => unknown[] } {
  const told: unknown[] = [];
  const hear = (message: unknown): void => void told.push(message);
  const listeners = { start: hear, end: hear, asyncStart: hear, asyncEnd: hear, error: hear };
  const channel = tracingChannel("dragline:search:search");
  channel.subscribe(listeners);
  return {
    stop: () => {
      channel.unsubscribe(listeners);
      return told;
    },
  };
}

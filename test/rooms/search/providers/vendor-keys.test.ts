import { tracingChannel } from "node:diagnostics_channel";
import { inspect } from "node:util";
import type { VendorSearch } from "dragline/search";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { call, failureOf, json } from "./asking.ts";
import {
  answerBytes,
  answerJson,
  KEY,
  keyedNames,
  openVendor,
  serveVendors,
  type Deed,
} from "./vendor-server.ts";

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

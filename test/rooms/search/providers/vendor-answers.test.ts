import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { call, failureOf, json } from "./asking.ts";
import {
  answerBytes,
  answerJson,
  formats,
  openVendor,
  serveVendors,
  vendorNames,
  type Deed,
} from "./vendor-server.ts";

const page = { url: "https://moss.example/1", title: "Moss", text: "Moss on stones." };

describe.each(vendorNames)("an answer of %s", (name) => {
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
        type: "search",
        results: [1, {}],
        organic: [{}],
        data: { search: [null] },
        web: { results: [[]] },
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

  it.each(wrong)("is a BAD_ANSWER when it is %s", async (_, deed) => {
    await using server = await serveVendors();
    await using provider = openVendor(name, server);
    server.always = deed;
    const { code, details } = await failureOf(provider.search(call()));
    expect([code, details.provider]).toEqual(["BAD_ANSWER", name]);
    expect(server.asks).toHaveLength(1);
  });

  it("is not read beyond 4 MiB, on the wire and decoded", async () => {
    await using server = await serveVendors();
    await using provider = openVendor(name, server);
    const big = JSON.stringify({
      ...Object(formats[name].answer([page], false, server)),
      x: "x".repeat(4_200_000),
    });
    for (const deed of [
      answerBytes(200, big, json),
      answerBytes(200, gzipSync(big), { ...json, "content-encoding": "gzip" }),
    ]) {
      server.deeds = [deed];
      const { code, message } = await failureOf(provider.search(call()));
      expect([code, message]).toEqual([
        "BAD_ANSWER",
        expect.stringContaining("larger than 4194304"),
      ]);
    }
  });

  it("is read when it is encoded", async () => {
    await using server = await serveVendors();
    await using provider = openVendor(name, server);
    const answer = JSON.stringify(formats[name].answer([page], false, server));
    server.always = answerBytes(200, gzipSync(answer), { ...json, "content-encoding": "gzip" });
    expect((await provider.search(call())).results[0]?.url).toBe(page.url);
  });

  it("is read as far as a page of it goes when it has many rows", async () => {
    await using server = await serveVendors();
    await using provider = openVendor(name, server);
    const url = "ftp://moss.example/";
    const rows = Array.from({ length: 12_000 }, () => ({ url, title: "&amp;", text: "&lt;" }));
    server.silent = Array.from({ length: 4_000 }, (_, index) => [`e${index}`, "gone"]);
    server.always = answerJson(200, formats[name].answer([page, ...rows], false, server));
    const { results, notes } = await provider.search(call());
    expect(results).toHaveLength(1);
    expect(notes.length).toBeLessThanOrEqual(51);
    expect(notes.at(-1)?.message).toMatch(/left out: 199\.$/);
  });

  it("is a BAD_ANSWER when it is nested without end", async () => {
    await using server = await serveVendors();
    await using provider = openVendor(name, server);
    server.always = answerBytes(200, "[".repeat(4_000_000), json);
    expect((await failureOf(provider.search(call()))).code).toBe("BAD_ANSWER");
  });
});

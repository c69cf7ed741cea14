import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { createFetcher, type FetcherOptions } from "dragline/fetcher";
import { createSite, type SiteRoute } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { failureOf } from "./failures.ts";

const html = `<!doctype html><meta charset="utf-8"><p>${"grün ".repeat(500)}`;

async function fetchOf(route: SiteRoute, options: FetcherOptions = {}) {
  await using site = await createSite({ "/": route });
  await using fetcher = createFetcher({}, { allow: ["127.0.0.1"], retries: 0, ...options });
  return await fetcher.fetch(site.url("/"));
}

function encoded(encoding: string, body: Uint8Array): SiteRoute {
  return { headers: { "content-encoding": encoding }, body };
}

describe("a page's body", () => {
  it.each<[string, Uint8Array]>([
    ["gzip", gzipSync(html)],
    ["deflate", deflateSync(html)],
    ["br", brotliCompressSync(html)],
    ["zstd", zstdCompressSync(html)],
    ["gzip, br", brotliCompressSync(gzipSync(html))],
  ])("is decompressed from %s", async (encoding, body) => {
    const page = await fetchOf(encoded(encoding, body));
    expect([page.text, page.damage, page.truncated]).toEqual([html, undefined, false]);
  });

  it("that is a bomb fails in bounded memory", async () => {
    const bomb = gzipSync(Buffer.alloc(60 * 1024 * 1024));
    const failure = await failureOf(fetchOf(encoded("gzip", bomb)));
    expect(failure.code).toMatch(/^(?:DECOMPRESSION_BOMB|BODY_TOO_LARGE)$/);
  });

  it("that breaks off is kept as far as it came, and says so", async () => {
    const whole = gzipSync(html.repeat(100));
    const page = await fetchOf(encoded("gzip", whole.subarray(0, whole.length / 2)));
    expect(page.damage).toBe("truncated");
    expect(page.text.startsWith("<!doctype html>")).toBe(true);
  });

  it("that is not compressed as its label says is kept as it is, and says so", async () => {
    const page = await fetchOf(encoded("gzip", Buffer.from(html)));
    expect([page.text, page.damage]).toEqual([html, "mislabelled"]);
  });

  it("beyond the limit fails, or is cut", async () => {
    const options = { maxBytes: 1_000 };
    const failure = await failureOf(fetchOf(html, options));
    expect(failure.code).toBe("BODY_TOO_LARGE");
    const page = await fetchOf(html, { ...options, onOversize: "truncate" });
    expect([page.truncated, page.bytes.length]).toEqual([true, 1_000]);
  });

  it("without an end fails or is cut all the same", async () => {
    const endless: SiteRoute = (_, response) => {
      const more = (): void => {
        while (response.write(Buffer.alloc(65_536, "x")));
      };
      response.on("drain", more);
      more();
    };
    const options = { maxBytes: 1_000_000 };
    expect((await failureOf(fetchOf(endless, options))).code).toBe("BODY_TOO_LARGE");
    expect((await fetchOf(endless, { ...options, onOversize: "truncate" })).truncated).toBe(true);
  });

  it("is read by the charset that it says, not by a wrong label", async () => {
    const utf16 = Buffer.from(`\ufeff${html}`, "utf16le");
    const latin: SiteRoute = {
      headers: { "content-type": "text/html; charset=no-such-charset" },
      body: html,
    };
    const pages = [
      await fetchOf({ headers: { "content-type": "text/html; charset=utf-8" }, body: utf16 }),
      await fetchOf(latin),
    ];
    expect(pages.map(({ charset, charsetSource }) => [charset, charsetSource])).toEqual([
      ["utf-16le", "bom"],
      ["utf-8", "meta"],
    ]);
    expect(pages.map(({ text }) => text.includes("grün"))).toEqual([true, true]);
  });

  it("that is binary under the name of HTML is recognised", async () => {
    const pdf = Buffer.from("%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n", "latin1");
    const page = await fetchOf({ headers: { "content-type": "text/html" }, body: pdf });
    expect(page.contentType).toEqual({
      declared: { essence: "text/html" },
      sniffed: "application/pdf",
    });
  });

  it("of several content types has the last one", async () => {
    const page = await fetchOf({
      headers: { "content-type": ["text/plain", "text/html; charset=utf-8"] },
      body: html,
    });
    expect(page.contentType.sniffed).toMatch(/^text\//);
  });
});

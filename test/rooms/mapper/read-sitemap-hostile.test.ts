import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pageOf, read } from "./sitemap-reading.ts";

describe("readSitemap on hostile files", () => {
  it.each<[string, Buffer]>([
    ["a bomb", gzipSync(Buffer.alloc(100_000_000, " "))],
    ["a bomb in gzip", gzipSync(gzipSync(Buffer.alloc(100_000_000, " ")))],
  ])("stops early at %s", async (_, packed) => {
    const { outcome } = await read(packed);
    expect(outcome.stoppedBy).toBe("ratio");
    expect(outcome.bytes).toBeLessThan(40_000_000);
  });

  it("stops at a bomb in gzip that has only gzip in it", async () => {
    const inner = gzipSync("");
    const many = Buffer.concat(Array.from({ length: 200_000 }, () => inner));
    const { outcome } = await read(gzipSync(many), { maxRatio: 10_000 });
    expect(outcome).toMatchObject({ format: "none", damaged: true });
  });

  it.each<[string, string]>([
    ["a tag", `<urlset ${"a='b' ".repeat(1_000_000)}>`],
    ["an open tag", `<urlset><url ${"x".repeat(8_000_000)}`],
    ["a comment", `<urlset><!--${"-".repeat(8_000_000)}`],
    ["open tags", "<".repeat(8_000_000)],
    ["nested elements", "<a>".repeat(2_000_000)],
    ["nested entries", "<url>".repeat(1_000_000)],
    ["ends of elements", "</a>".repeat(2_000_000)],
    ["one text", `<urlset><url><loc>${"x".repeat(8_000_000)}`],
    ["one line", `https://a.example/${"x".repeat(8_000_000)}`],
    ["entities", `<urlset><url><loc>${"&amp;".repeat(1_600_000)}</loc></url>`],
    ["ampersands", `<urlset><url><loc>${"&".repeat(8_000_000)}</loc></url>`],
    ["attributes", `<urlset><url>${"<link rel='alternate' href='/a'/>".repeat(200_000)}`],
    ["quotes", `<urlset><url><link ${`="`.repeat(30_000)}>`.repeat(30)],
    ["equals", `<urlset><url><link ${"=".repeat(60_000)}>`.repeat(30)],
  ])("takes time and memory in proportion when a file is all %s", async (_, text) => {
    const { outcome } = await read(text);
    expect(outcome.entries).toBeLessThanOrEqual(1);
  });

  it("keeps at most 1,000 images and alternates of a page", async () => {
    const found = await pageOf(
      `<loc>/</loc>${"<image><loc>/i</loc></image><link rel='alternate' href='/x'/>".repeat(1500)}`,
    );
    expect([found.images.length, found.alternates.length]).toEqual([1000, 1000]);
  });

  it("finds the entries behind elements that were nested and never closed", async () => {
    const { locs } = await read(
      `<rss><channel><item><description>${"<p><br>".repeat(100)}</description><link>/a</link></item>
       <item><link>/b</link></item></channel></rss>`,
    );
    expect(locs).toContain("https://www.example.com/b");
  });

  it("never throws, and ends, whatever the bytes are", async () => {
    const markup = fc.constantFrom(
      "<",
      ">",
      "</",
      "url",
      "loc",
      "<url><loc>",
      "&amp;",
      "<!--",
      "-->",
      "<![CDATA[",
      "]]>",
      '"',
      "=",
      "/a",
      "\u001f\u008b",
      "<?",
      "?>",
      " ",
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(markup, fc.string()), { maxLength: 40 }),
        async (parts) => {
          const { outcome, entries } = await read(Buffer.from(parts.join(""), "latin1"));
          expect(outcome.entries).toBe(entries.length);
        },
      ),
      { seed: 6, numRuns: 500 },
    );
  });
});

import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { list, pieces, read } from "./sitemap-reading.ts";

describe("readSitemap", () => {
  it.each<[string, Uint8Array, string?]>([
    ["UTF-8 with a mark", Buffer.from(`\uFEFF${list(0, "<url><loc>/ö</loc></url>")}`)],
    [
      "UTF-16 with a mark",
      Buffer.from("\uFEFF<urlset><url><loc>/ö</loc></url></urlset>", "utf16le"),
    ],
    ["UTF-16 without one", Buffer.from("<urlset><url><loc>/ö</loc></url></urlset>", "utf16le")],
    [
      "UTF-16, the other way round",
      Buffer.from("<urlset><url><loc>/ö</loc></url></urlset>", "utf16le").swap16(),
    ],
    [
      "the declared encoding",
      Buffer.from(
        '<?xml version="1.0" encoding="ISO-8859-1"?><urlset><url><loc>/ö</loc></url></urlset>',
        "latin1",
      ),
    ],
    [
      "the encoding of Content-Type before the declared one",
      Buffer.from(
        '<?xml version="1.0" encoding="utf-8"?><urlset><url><loc>/ö</loc></url></urlset>',
        "latin1",
      ),
      "windows-1252",
    ],
    [
      "an encoding that is declared and wrong",
      Buffer.from(
        '<?xml version="1.0" encoding="utf-16"?><urlset><url><loc>/ö</loc></url></urlset>',
      ),
    ],
    [
      "an encoding that nobody knows",
      Buffer.from(
        '<?xml version="1.0" encoding="x-none"?><urlset><url><loc>/ö</loc></url></urlset>',
      ),
      "none",
    ],
  ])("reads %s", async (_, bytes, charset) => {
    const { locs } = await read(bytes, { charset });
    expect(locs).toEqual(["https://www.example.com/%C3%B6"]);
  });

  it("unpacks gzip by its first bytes, twice at most, all members", async () => {
    const xml = list(3);
    expect((await read(gzipSync(xml))).locs).toHaveLength(3);
    expect((await read(gzipSync(gzipSync(xml)))).locs).toHaveLength(3);
    expect((await read(gzipSync(gzipSync(gzipSync(xml))))).outcome.format).toBe("none");
    const members = ["<urlset><url><loc>/a</loc></url>", "<url><loc>/b</loc></url></urlset>"];
    const joined = Buffer.concat(members.map((text) => gzipSync(text)));
    const { locs, outcome } = await read(joined);
    expect([locs.length, outcome.damaged]).toEqual([2, false]);
  });

  it("reads a gzip file whose header has every field", async () => {
    const packed = gzipSync(list(2));
    const fields = Buffer.from([3, 0, 7, 8, 9, ...Buffer.from("name\0comment\0"), 1, 2]);
    const header = Buffer.from(packed.subarray(0, 10));
    header[3] = 2 | 4 | 8 | 16;
    const { locs } = await read(Buffer.concat([header, fields, packed.subarray(10)]));
    expect(locs).toHaveLength(2);
  });

  it.each<[string, (packed: Buffer) => Uint8Array, boolean]>([
    ["is cut off", (packed) => packed.subarray(0, packed.length - 20), true],
    ["has garbage behind it", (packed) => Buffer.concat([packed, Buffer.from("garbage")]), false],
    ["has zeros behind it", (packed) => Buffer.concat([packed, Buffer.alloc(5000)]), false],
    [
      "is broken near its end",
      (packed) => {
        const broken = Buffer.from(packed);
        return broken.fill(0xff, packed.length - 60, packed.length - 20);
      },
      true,
    ],
  ])("gives what comes before when a gzip file %s", async (_, change, damaged) => {
    const count = 4000;
    const salt = Array.from({ length: count }, (_, index) => (index * 7919) % 100_003);
    const xml = salt.map((number) => `<url><loc>/${number}/${number ** 3}</loc></url>`).join("");
    const { locs, outcome } = await read(change(gzipSync(`<urlset>${xml}</urlset>`)));
    expect(locs.length).toBeGreaterThan(damaged ? count / 2 : count - 1);
    expect(outcome.damaged).toBe(damaged);
  });

  it("gives the same however the bytes are cut", async () => {
    // Longer than what the encoding is read from, which is taken at once.
    const xml = `\uFEFF<?xml version="1.0" encoding="utf-8"?><!-- ${"- ".repeat(600)}<a> --><x:urlset a='>'>
      <url><loc>/a?b=1&amp;c=ö</loc><lastmod>2026-01-02</lastmod></url>
      <url><loc><![CDATA[/c]]d&amp;]]></loc><xhtml:link rel="alternate" hreflang="de" href="/e"/></url>
      <url><loc>/f</loc><image:image><image:loc>/g.png</image:loc></image:image></url></x:urlset>`;
    const text = `${"\n".repeat(1200)}https://a.example/1\r\nhttps://a.example/ö\n`;
    const files = [xml, text].flatMap((file) => [
      Buffer.from(file),
      Buffer.from(file, "utf16le"),
      gzipSync(file),
      gzipSync(gzipSync(file)),
    ]);
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...files), sizes, async (bytes, cut) => {
        expect(await read(pieces(bytes, cut))).toEqual(await read(bytes));
      }),
      { seed: 6, numRuns: 150 },
    );
  });
});

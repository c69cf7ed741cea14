import { gzipSync } from "node:zlib";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  readSitemap,
  type ReadSitemapOptions,
  type SitemapEntry,
  type SitemapOutcome,
  type SitemapPage,
} from "dragline/mapper";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { corpus, corpusMissing } from "../../corpus.ts";

const url = "https://www.example.com/sitemap.xml";

interface Read {
  readonly entries: readonly SitemapEntry[];
  readonly outcome: SitemapOutcome;
  readonly locs: readonly string[];
}

async function read(
  input: string | Uint8Array | AsyncIterable<Uint8Array>,
  options: Partial<ReadSitemapOptions> = {},
): Promise<Read> {
  const bytes = typeof input === "string" ? Buffer.from(input) : input;
  const reading = readSitemap(bytes, { url, ...options });
  const entries: SitemapEntry[] = [];
  for await (const entry of reading) entries.push(entry);
  return { entries, outcome: reading.outcome, locs: entries.map(({ loc }) => loc) };
}

/** The one page of a sitemap with these elements in its `url`. */
async function pageOf(inside: string): Promise<SitemapPage> {
  const { entries } = await read(`<urlset><url>${inside}</url></urlset>`);
  const [entry] = entries;
  if (entry?.kind !== "page") throw new Error("There is no page.");
  return entry;
}

async function* pieces(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (let turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

function list(count: number, tail = ""): string {
  const urls = Array.from(
    { length: count },
    (_, index) => `<url><loc>https://www.example.com/page/${index}</loc></url>`,
  );
  return `<urlset>${urls.join("\n")}${tail}</urlset>`;
}

describe.skipIf(corpusMissing !== "")(`readSitemap on the corpus${corpusMissing}`, () => {
  const example = (...paths: string[]) => paths.map((path) => `http://www.example.com/${path}`);
  const video = "videos/some_video_landing_page";

  it.each<[string, string, readonly string[]]>([
    ["atom.xml", "atom", ["http://example.org/2003/12/13/atom03"]],
    [
      "feed.rss",
      "rss",
      [
        "https://www.example.com/blog/post/1",
        "https://www.example.com/guid.html",
        "https://www.example.com/foo?q=a&l=en",
        "https://www.example.com/foo?q=a&l=fr",
      ],
    ],
    [
      "shinpaideshou-news-sitemap.xml",
      "urlset",
      [
        "https://shinpaideshou.wordpress.com/2017/04/25/job-opening-reischauer-policy-research-fellow/",
        "https://shinpaideshou.wordpress.com/2017/04/24/call-for-papers-nation-gender-and-history-asian-cinemas-in-perspective-2/",
        "https://shinpaideshou.wordpress.com/2017/04/24/job-opening-lecturer-in-japanese-studies-university-of-leeds/",
      ],
    ],
    ["sitemap-links.xml", "urlset", example("english/", "deutsch/", "schweiz-deutsch/")],
    [
      "sitemap-news.xml",
      "urlset",
      [
        "http://www.example.org/business/article55.html",
        "http://www.example.org/empty_news_name.html",
      ],
    ],
    [
      "sitemap-videos.xml",
      "urlset",
      example(`${video}.html`, `${video}-2.html`, `${video}-3.html`),
    ],
    ["sitemap.badns.xml", "urlset", example("1", "2")],
    ["sitemap.ns.xml", "urlset", example("1", "2")],
    [
      "sitemap.txt.gz",
      "text",
      example(
        "",
        "catalog?item=12&desc=vacation_hawaii",
        "catalog?item=73&desc=vacation_new_zealand",
        "catalog?item=74&desc=vacation_newfoundland",
        "catalog?item=83&desc=vacation_usa",
      ),
    ],
  ])("reads every URL of %s", async (file, format, locs) => {
    const { entries: _, ...found } = await read(readFileSync(join(corpus, "sitemaps", file)));
    expect(found.locs).toEqual(locs);
    expect(found.outcome).toMatchObject({
      format,
      entries: locs.length,
      skipped: 0,
      stoppedBy: undefined,
      damaged: false,
    });
  });

  it("reads every URL, image, video and date of a newspaper's sitemap", async () => {
    const file = join(corpus, "sitemaps", "hebdenbridgetimes-articles-sitemap.xml");
    const bytes = readFileSync(file);
    const { entries, locs, outcome } = await read(bytes);
    // Another way to the same: the file has no CDATA, and `url` in front of each page's `loc`.
    const text = bytes.toString("utf8");
    const expected = [...text.matchAll(/<url>\s*<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc);
    expect(expected).toHaveLength(74);
    expect(locs).toEqual(expected);
    expect(outcome.damaged).toBe(false);
    const pages = entries.filter((entry) => entry.kind === "page");
    expect(pages.flatMap(({ images }) => images)).toHaveLength(
      text.split("<image:loc>").length - 1,
    );
    expect(pages.flatMap(({ videoTitles }) => videoTitles)).toHaveLength(
      text.split("<video:title>").length - 1,
    );
    expect(pages.every(({ lastmod }) => lastmod?.startsWith("2015-0"))).toBe(true);
  });
});

describe("readSitemap", () => {
  it("reads what a page's entry says", async () => {
    const found = await pageOf(`
      <loc> https://www.example.com/tides?a=1&amp;b=2 </loc>
      <lastmod>2026-02-03T04:05:06+01:00</lastmod><changefreq>Daily</changefreq>
      <priority>0.8</priority>
      <xhtml:link rel="alternate" hreflang="de" href="/gezeiten"/>
      <xhtml:link href='https://m.example.com/tides' media="x" rel='alternate'></xhtml:link>
      <image:image><image:loc>/high.png</image:loc><image:title>no</image:title></image:image>
      <image:image><image:loc>/low.png</image:loc></image:image>
      <news:news><news:title>High &amp; low</news:title></news:news>
      <video:video><video:title>Waves</video:title></video:video>`);
    expect(found).toEqual({
      kind: "page",
      loc: "https://www.example.com/tides?a=1&b=2",
      lastmod: "2026-02-03T03:05:06.000Z",
      changefreq: "daily",
      priority: 0.8,
      alternates: [
        { url: "https://www.example.com/gezeiten", hreflang: "de" },
        { url: "https://m.example.com/tides", hreflang: undefined },
      ],
      images: ["https://www.example.com/high.png", "https://www.example.com/low.png"],
      newsTitle: "High & low",
      videoTitles: ["Waves"],
    });
  });

  it("leaves out dates, frequencies and priorities that are none, and keeps the page", async () => {
    const found = await pageOf(
      "<loc>/a</loc><lastmod>soon</lastmod><changefreq>often</changefreq><priority>9</priority>",
    );
    expect(found).toMatchObject({ lastmod: undefined, changefreq: undefined, priority: undefined });
  });

  it("tells the sitemaps of an index from pages", async () => {
    const { entries, outcome } = await read(
      "<sitemapindex><sitemap><loc>/a.xml.gz</loc><lastmod>2026-01-02</lastmod></sitemap></sitemapindex>",
    );
    expect(entries).toEqual([
      {
        kind: "sitemap",
        loc: "https://www.example.com/a.xml.gz",
        lastmod: "2026-01-02T00:00:00.000Z",
      },
    ]);
    expect(outcome.format).toBe("index");
  });

  it("reads CDATA, comments, instructions, doctypes, and a loc with an element in it", async () => {
    const { locs, outcome } = await read(`<?xml version="1.0"?><?style <url> ?>
      <!DOCTYPE urlset [<!ENTITY a "https://evil.example/">]>
      <!-- <url><loc>/commented</loc></url> -->
      <urlset><url><loc><![CDATA[/a?b=1&c=2]]></loc></url>
      <url><loc><url><![CDATA[/wrapped]]></url></loc></url>
      <url><loc>/pa<!-- x -->rts</loc></url><url><loc>/&a;</loc></url></urlset>`);
    const paths = ["/a?b=1&c=2", "/wrapped", "/parts", "/&a;"];
    expect(locs).toEqual(paths.map((path) => `https://www.example.com${path}`));
    expect(outcome.damaged).toBe(false);
  });

  it("leaves out what is no http URL, and counts it", async () => {
    const long = `https://www.example.com/${"x".repeat(9000)}`;
    const { locs, outcome } = await read(
      `<urlset><url><loc>ftp://a.example/</loc></url><url><loc>http://</loc></url><url/>
       <url><loc>${long}</loc></url><url><loc>/good</loc></url></urlset>`,
    );
    expect(locs).toEqual(["https://www.example.com/good"]);
    expect(outcome).toMatchObject({ entries: 1, skipped: 4, damaged: false });
  });

  it.each<[string, string, boolean]>([
    ["cut in a loc", "<urlset><url><loc>/a</loc></url><url><loc>/cut", true],
    ["cut in a tag", "<urlset><url><loc>/a</loc></url><url><loc>/b</lo", true],
    ["cut in a comment", "<urlset><url><loc>/a</loc></url><!-- and", true],
    ["cut in CDATA", "<urlset><url><loc>/a</loc></url><url><loc><![CDATA[/b", true],
    ["cut between entries", "<urlset><url><loc>/a</loc></url>", true],
    ["without end tags", "<urlset><url><loc>/a<lastmod>2026-01-01", true],
    ["with an end tag too many", "<urlset><url><loc>/a</loc></b></url></urlset>", true],
    ["with a stray <", "<urlset>1 < 2<url><loc>/a</loc></url></urlset>", true],
    ["with an open quote", '<urlset x="><url><loc>/a</loc></url></urlset>', true],
    ["without a root", "<url><loc>/a</loc></url>", false],
    ["under another root", "<sitemap.xml><url><loc>/a</loc></url></sitemap.xml>", false],
    ["in capitals", "<URLSET><URL><LOC>/a</LOC></URL></URLSET>", false],
  ])("reads what it can of a file %s", async (_, xml, damaged) => {
    const { locs, outcome } = await read(xml);
    expect(locs).toEqual(["https://www.example.com/a"]);
    expect(outcome).toMatchObject({ damaged, format: "urlset" });
  });

  it.each([
    ["nothing", ""],
    ["blanks", " \n\t "],
    ["a web page", "<!doctype html><html><url><loc>/a</loc></url></html>"],
    ["a sentence", "there is no sitemap here"],
    ["JSON", '{"url": "https://www.example.com/"}'],
    ["zeros", "\0".repeat(5000)],
    ["one byte", "<"],
  ])("finds no sitemap in %s", async (_, text) => {
    const { locs, outcome } = await read(text);
    expect(locs).toEqual([]);
    expect(outcome.format).toBe("none");
  });

  it("reads lines of text with any line ends", async () => {
    const { locs, outcome } = await read(
      "\uFEFFhttps://a.example/1\r\nhttps://a.example/2\n\n  https://a.example/3\rnot a url\nhttps://a.example/4",
    );
    expect(locs).toEqual([1, 2, 3, 4].map((number) => `https://a.example/${number}`));
    expect(outcome).toMatchObject({ format: "text", skipped: 1 });
  });

  it("reads RSS 1.0, links of Atom in RSS, and the page of an Atom entry alone", async () => {
    const rss1 = await read(`<rdf:RDF><channel rdf:about="/news.rss"><link>/pub</link></channel>
      <image><link>/i</link><url>/i.gif</url></image>
      <item rdf:about="/x"><link>/x</link><dc:date>2026-01-02</dc:date></item></rdf:RDF>`);
    expect(rss1.locs).toEqual(["https://www.example.com/x"]);
    expect(rss1.outcome.format).toBe("rss");
    const mixed = await read(
      "<rss><channel><atom:link href='/self'/><item><atom:link rel='self' href='/no'/><link>/y</link></item></channel></rss>",
    );
    expect(mixed.locs).toEqual(["https://www.example.com/y"]);
    const atom = await read(
      `<feed><link href="/"/><entry><source><link href="/other"/></source><link rel="edit" href="/edit"/>
       <link href="/z"/><published>2026-01-01T00:00:00Z</published></entry></feed>`,
    );
    expect(atom.locs).toEqual(["https://www.example.com/z"]);
    expect(atom.entries[0]?.lastmod).toBe("2026-01-01T00:00:00.000Z");
  });

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

  it("stops at so many entries, and says so only if there are more", async () => {
    const { locs, outcome } = await read(list(5), { maxUrls: 5 });
    expect([locs.length, outcome.stoppedBy]).toEqual([5, undefined]);
    const more = await read(list(6), { maxUrls: 5 });
    expect([more.locs.length, more.outcome.stoppedBy]).toEqual([5, "urls"]);
  });

  it("takes 50,000 entries by default", async () => {
    const { locs, outcome } = await read(list(50_001));
    expect([locs.length, outcome.stoppedBy]).toEqual([50_000, "urls"]);
  });

  it("stops at so many bytes, unpacked, and says so only if there are more", async () => {
    const xml = Buffer.from(list(1000));
    const whole = await read(gzipSync(xml), { maxBytes: xml.length });
    expect(whole.outcome).toMatchObject({ entries: 1000, stoppedBy: undefined, bytes: xml.length });
    const cut = await read(gzipSync(xml), { maxBytes: xml.length - 1 });
    expect(cut.outcome).toMatchObject({
      stoppedBy: "bytes",
      bytes: xml.length - 1,
      damaged: false,
    });
    expect((await read(xml, { maxBytes: 30_000 })).locs.length).toBeGreaterThan(400);
  });

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

  it("gives the same however the bytes are cut", async () => {
    const xml = `\uFEFF<?xml version="1.0" encoding="utf-8"?><!-- <a> --><x:urlset a='>'>
      <url><loc>/a?b=1&amp;c=ö</loc><lastmod>2026-01-02</lastmod></url>
      <url><loc><![CDATA[/c]]d&amp;]]></loc><xhtml:link rel="alternate" hreflang="de" href="/e"/></url>
      <url><loc>/f</loc><image:image><image:loc>/g.png</image:loc></image:image></url></x:urlset>`;
    const text = "https://a.example/1\r\nhttps://a.example/ö\n";
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

  it("leaves the input when it is left", async () => {
    let closed = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        yield Buffer.from("<urlset>");
        for (;;) yield Buffer.from("<url><loc>/a</loc></url>".repeat(100));
      } finally {
        closed = true;
      }
    }
    const reading = readSitemap(endless(), { url, maxUrls: 1_000_000 });
    for await (const entry of reading) {
      expect(entry.loc).toBe("https://www.example.com/a");
      break;
    }
    expect(closed).toBe(true);
  });

  it("throws what the input throws", async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("<urlset>".padEnd(2000));
      throw new Error("the line is dead");
    }
    await expect(read(failing())).rejects.toThrow("the line is dead");
  });

  it.each([{ maxBytes: 0 }, { maxRatio: 0.5 }, { maxUrls: 1.5 }, { maxFiles: 3 } as object])(
    "refuses the limits %j",
    (limits) => {
      expect(() => readSitemap(Buffer.from(""), { url, ...limits })).toThrow(/option/i);
    },
  );
});

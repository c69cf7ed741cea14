import { gzipSync } from "node:zlib";
import { readSitemap } from "dragline/mapper";
import { describe, expect, it } from "vitest";
import { list, pageOf, read, url } from "../sitemap-reading.ts";

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

  it("reads feeds as the scraper does: xml:base, JSON Feed, an id that is a URL, a broken end", async () => {
    const based = await read(
      `<feed xml:base="https://b.test/x/"><entry><link href="1"/></entry><entry xml:base="y/"><link href="2"/></entry></feed>`,
    );
    expect(based.locs).toEqual(["https://b.test/x/1", "https://b.test/x/y/2"]);
    const items = [
      { url: "/a", date_modified: "2026-01-02T00:00:00Z" },
      { id: "https://c.test/" },
      { id: "7" },
    ];
    const json = await read(JSON.stringify({ version: "https://jsonfeed.org/version/1.1", items }));
    expect(json.locs).toEqual(["https://www.example.com/a", "https://c.test/"]);
    expect(json.entries[0]?.lastmod).toBe("2026-01-02T00:00:00.000Z");
    expect(json.outcome).toMatchObject({ format: "json", skipped: 1, damaged: false });
    const cut = await read("<rss><channel><item><link>/a</link></item><item><link>/b</link>");
    expect([cut.locs.length, cut.outcome.damaged]).toEqual([2, true]);
    expect((await read('{"version":"1"}')).outcome.format).toBe("none");
    const some = await read(
      "<rss><channel><item><link>/a</link></item><item><link>/b</link></item></channel></rss>",
      { maxUrls: 1 },
    );
    expect([some.locs.length, some.outcome.stoppedBy]).toEqual([1, "urls"]);
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

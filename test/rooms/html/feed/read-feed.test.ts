import { describe, expect, it } from "vitest";
import { readFeed } from "../../../../src/html/index.ts";
import { corpusMissing, corpusText } from "../../../corpus.ts";

const at = { url: "https://site.test/feeds/all.xml", limit: 100 };

describe("readFeed", () => {
  it("reads RSS 2.0 with the modules that are in use", () => {
    const feed = readFeed(
      `<?xml version="1.0"?><!-- c --><rss version="2.0" xmlns:dc="d" xmlns:content="c" xmlns:media="m">
      <channel><title>News &amp; more</title><link>/</link><description>&lt;b&gt;About&lt;/b&gt; it</description>
      <language>en</language><lastBuildDate>Tue, 10 Jun 2003 09:41:01 GMT</lastBuildDate>
      <image><url>/logo.png</url><link>/x</link></image>
      <item><title><![CDATA[A <i>title</i>]]></title><link> ../a </link><guid isPermaLink="false">g1</guid>
        <pubDate>Tue, 10 Jun 2003 04:00 EST</pubDate><dc:creator>Ann</dc:creator><author>ann@x.test</author>
        <category>One</category><category domain="d">Two</category><category>One</category>
        <description>&lt;p&gt;Short&lt;/p&gt;</description>
        <content:encoded><![CDATA[<p onclick="x()">Long <a href="more">on</a><script>bad()</script></p>]]></content:encoded>
        <enclosure url="/a.mp3" type="audio/mpeg" length="1234"/>
        <media:group><media:content url="/b.jpg" fileSize="0" type="image/jpeg"/></media:group></item>
      <item><guid>https://site.test/permanent</guid><pubDate>not a date</pubDate></item>
      </channel></rss>`,
      at,
    );
    expect(feed).toEqual({
      kind: "rss",
      title: "News & more",
      description: "About it",
      siteUrl: "https://site.test/",
      language: "en",
      image: "https://site.test/logo.png",
      updated: "2003-06-10T09:41:01.000Z",
      truncated: false,
      entries: [
        {
          id: "g1",
          title: "A title",
          url: "https://site.test/a",
          published: "2003-06-10T09:00:00.000Z",
          authors: ["ann@x.test", "Ann"],
          categories: ["One", "Two"],
          summary: "Short",
          content: '<p>Long <a href="https://site.test/more">on</a></p>',
          enclosures: [
            { url: "https://site.test/a.mp3", type: "audio/mpeg", size: 1234 },
            { url: "https://site.test/b.jpg", type: "image/jpeg" },
          ],
        },
        {
          id: "https://site.test/permanent",
          url: "https://site.test/permanent",
          authors: [],
          categories: [],
          enclosures: [],
        },
      ],
    });
  });

  it("reads RSS 1.0, whose items stand beside the channel", () => {
    const feed = readFeed(
      `<rdf:RDF xmlns:rdf="r" xmlns="http://purl.org/rss/1.0/" xmlns:dc="d">
      <channel rdf:about="/"><title>T</title><link>https://site.test/</link><items><rdf:Seq/></items></channel>
      <item rdf:about="https://site.test/1"><title>One</title><link>https://site.test/1</link>
      <dc:date>2004-02-29</dc:date><dc:subject>s</dc:subject></item></rdf:RDF>`,
      at,
    );
    expect(feed).toMatchObject({ kind: "rss", title: "T", siteUrl: "https://site.test/" });
    expect(feed?.entries).toEqual([
      {
        id: "https://site.test/1",
        title: "One",
        url: "https://site.test/1",
        published: "2004-02-29T00:00:00.000Z",
        authors: [],
        categories: ["s"],
        enclosures: [],
      },
    ]);
  });

  it.each([
    ["in an entry", "<rss><channel><item><title>a</title></item><item><title>b"],
    ["between entries", "<rss><channel><item><title>a</title></item>"],
    ["in CDATA", "<rss><channel><item><title>a</title></item><item><title><![CDATA[b</rss>"],
    ["in a comment", "<feed><entry><title>a</title></entry><!-- </feed>"],
    ["before the root's end", "<rss><channel><item><title>a</title></item></channel>"],
  ])("says that there is more when a feed ends %s", (_, text) => {
    const feed = readFeed(text, { url: "https://f.test/", limit: 10 });
    expect([feed?.truncated, feed?.entries[0]?.title]).toEqual([true, "a"]);
  });

  it("reads Atom: plain, HTML and XHTML texts, xml:base, its kinds of link", () => {
    const feed = readFeed(
      `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://base.test/x/" xml:lang="de">
      <title>a &lt;b&gt; c</title><subtitle>s</subtitle><link rel="self" href="/feed"/>
      <link href="./"/><updated>2003-12-13T18:30:02+01:00</updated><icon>/i.png</icon>
      <entry xml:base="2003/"><title type="html">&lt;em>One&lt;/em> &amp;amp; two</title>
      <link rel="edit" href="e"/><link rel="alternate" href="one"/>
      <link rel="enclosure" href="one.zip" type="application/zip" length="9"/>
      <id>urn:1</id><published>2003-12-13T08:29:29-04:00</published><updated>2003-12-14T00:00:00Z</updated>
      <author><name>Zoë</name></author><category term="t" label="Term"/><category term="u"/>
      <summary>1 &lt; 2</summary>
      <content type="xhtml"><div xmlns="x"><p>In <b>bold</b></p><content>inner</content></div></content></entry>
      <entry><title/><content type="html">&lt;p>x&lt;/p></content></entry></feed>`,
      at,
    );
    expect(feed).toMatchObject({
      kind: "atom",
      title: "a <b> c",
      siteUrl: "https://base.test/x/",
      language: "de",
      image: "https://base.test/i.png",
      updated: "2003-12-13T17:30:02.000Z",
    });
    expect(feed?.entries[0]).toEqual({
      id: "urn:1",
      title: "One & two",
      url: "https://base.test/x/2003/one",
      published: "2003-12-13T12:29:29.000Z",
      updated: "2003-12-14T00:00:00.000Z",
      authors: ["Zoë"],
      categories: ["Term", "u"],
      summary: "1 < 2",
      content: expect.stringContaining("<p>In <b>bold</b></p>"),
      enclosures: [{ url: "https://base.test/x/2003/one.zip", type: "application/zip", size: 9 }],
    });
    expect(feed?.entries[1]).toMatchObject({ content: "<p>x</p>" });
  });

  it("knows Atom under a prefix of its own", () => {
    const feed = readFeed(
      `<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>T</a:title>
      <a:entry><a:title>E</a:title><a:link href="https://site.test/e"/></a:entry></a:feed>`,
      at,
    );
    expect(feed?.entries.length).toBe(1);
  });

  it("gives as many entries as are wanted, and says that there are more", () => {
    const items = "<item><title>t</title></item>".repeat(5);
    const xml = `<rss><channel>${items}</channel></rss>`;
    expect(readFeed(xml, { ...at, limit: 2 })).toMatchObject({
      entries: { length: 2 },
      truncated: true,
    });
    expect(readFeed(xml, { ...at, limit: 5 })).toMatchObject({ truncated: false });
  });

  it("takes no URLs that are no pages", () => {
    const feed = readFeed(
      `<rss><channel><link>javascript:alert(1)</link><item><link>data:text/html,x</link>
      <guid>javascript:x</guid><enclosure url="file:///etc/passwd"/></item></channel></rss>`,
      at,
    );
    expect(feed).not.toHaveProperty("siteUrl");
    expect(feed?.entries[0]).toMatchObject({ enclosures: [] });
    expect(feed?.entries[0]).not.toHaveProperty("url");
  });

  it("is undefined for what is no feed", () => {
    for (const xml of ["", "<html><body/></html>", "text", "<urlset><url/></urlset>"]) {
      expect(readFeed(xml, at)).toBeUndefined();
    }
  });

  it.each([
    ["never closed", "<rss><channel><item><title>t"],
    ["deep", `<rss><channel>${"<item>".repeat(50_000)}`],
    ["wide", `<rss><channel>${"<item/>".repeat(200_000)}`],
    [
      "one name",
      `<rss><channel><item>${"<category>x</category>".repeat(100_000)}</item></channel></rss>`,
    ],
    [
      "entities",
      `<!DOCTYPE r [<!ENTITY a "${"b".repeat(999)}">]><rss><channel><item><title>${"&a;".repeat(99_999)}</title></item></channel></rss>`,
    ],
    ["a long title", `<rss><channel><title>${"<b>".repeat(300_000)}</title></channel></rss>`],
  ])("reads a hostile feed: %s", (_, xml) => {
    const feed = readFeed(xml, at);
    expect(feed?.kind).toBe("rss");
    expect(JSON.stringify(feed).length).toBeLessThan(1_000_000);
  });

  it.skipIf(corpusMissing !== "")(`reads the feeds of the corpus${corpusMissing}`, () => {
    const rss = readFeed(corpusText("sitemaps/feed.rss"), at);
    expect(rss).toMatchObject({ kind: "rss", title: "RSS Title", entries: { length: 4 } });
    expect(rss?.entries.map(({ url }) => url)).toEqual([
      "https://www.example.com/blog/post/1",
      undefined,
      "https://www.example.com/foo?q=a&l=en",
      "https://www.example.com/foo?q=a&l=fr",
    ]);
    const atom = readFeed(corpusText("sitemaps/atom.xml"), at);
    expect(atom).toMatchObject({ kind: "atom", siteUrl: "http://example.org/" });
    expect(atom?.entries[0]).toMatchObject({
      url: "http://example.org/2003/12/13/atom03",
      updated: "2003-12-13T18:30:02.000Z",
      authors: ["John Doe"],
    });
  });
});

describe("readFeed of JSON", () => {
  it("reads JSON Feed 1.1 and 1.0", () => {
    const feed = readFeed(
      JSON.stringify({
        version: "https://jsonfeed.org/version/1.1",
        title: "T",
        home_page_url: "/",
        icon: "/i.png",
        language: "en",
        items: [
          {
            id: 7,
            url: "/a",
            title: "A <b>",
            content_html: "<p>x<script>y</script></p>",
            summary: "S",
            date_published: "2010-02-07T14:04:00-05:00",
            authors: [{ name: "Ann" }, { name: 1 }],
            author: { name: "Ann" },
            tags: ["t", 5],
            attachments: [
              { url: "/a.mp3", mime_type: "audio/mpeg", size_in_bytes: 5 },
              { url: "mailto:x" },
            ],
          },
          { id: "b", external_url: "https://other.test/", content_text: "1 < 2" },
          null,
          "text",
        ],
      }),
      at,
    );
    expect(feed).toEqual({
      kind: "json",
      title: "T",
      siteUrl: "https://site.test/",
      language: "en",
      image: "https://site.test/i.png",
      truncated: false,
      entries: [
        {
          id: "7",
          url: "https://site.test/a",
          title: expect.any(String),
          published: "2010-02-07T19:04:00.000Z",
          summary: "S",
          content: "<p>x</p>",
          authors: ["Ann"],
          categories: ["t"],
          enclosures: [{ url: "https://site.test/a.mp3", type: "audio/mpeg", size: 5 }],
        },
        {
          id: "b",
          url: "https://other.test/",
          content: "1 &lt; 2",
          authors: [],
          categories: [],
          enclosures: [],
        },
      ],
    });
  });

  it("is undefined for what is no feed, whatever it holds", () => {
    for (const text of ["{", "[]", "null", "{}", '{"version":1}', '{"version":"1"}']) {
      expect(readFeed(text, at)).toBeUndefined();
    }
    const odd =
      '{"version":"https://jsonfeed.org/version/1","items":{"length":9},"__proto__":{"title":"x"}}';
    expect(readFeed(odd, at)).toMatchObject({ entries: [] });
  });
});

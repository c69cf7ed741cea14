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

describe("readFeed, where feeds differ", () => {
  const entryOf = (text: string) => readFeed(text, at)?.entries[0];
  const atom = (entry: string, feed = ""): string =>
    `<feed xmlns="http://www.w3.org/2005/Atom" ${feed}><entry>${entry}</entry></feed>`;
  const rss = (item: string): string =>
    `<rss version="2.0"><channel><item>${item}</item></channel></rss>`;

  it.each([
    [
      "of the feed",
      atom(
        '<content type="html">&lt;a href="x">y&lt;/a></content>',
        'xml:base="https://b.test/f/"',
      ),
      "https://b.test/f/x",
    ],
    [
      "of the content",
      atom(
        '<link href="https://p.test/"/><content type="html" xml:base="https://b.test/c/">&lt;a href="x">y&lt;/a></content>',
      ),
      "https://b.test/c/x",
    ],
    [
      "relative to another",
      atom(
        '<content type="html" xml:base="c/">&lt;a href="x">y&lt;/a></content>',
        'xml:base="https://b.test/f/"',
      ),
      "https://b.test/f/c/x",
    ],
    [
      "before the entry's page",
      atom(
        '<link href="https://p.test/q/"/><content type="html">&lt;a href="x">y&lt;/a></content>',
        'xml:base="https://b.test/f/"',
      ),
      "https://b.test/f/x",
    ],
    [
      "that is none, so that the entry's page is",
      atom(
        '<link href="https://p.test/q/"/><content type="html">&lt;a href="x">y&lt;/a></content>',
        'xml:base="mailto:x"',
      ),
      "https://p.test/q/x",
    ],
  ])("reads links in content by xml:base: %s", (_, xml, href) => {
    expect(entryOf(xml)?.content).toBe(`<a href="${href}">y</a>`);
  });

  it("reads a link and a file by an xml:base of their own", () => {
    const entry = entryOf(
      atom(
        '<link xml:base="https://b.test/1/" href="p"/><link rel="enclosure" xml:base="https://b.test/2/" href="f.mp3"/>',
      ),
    );
    expect(entry?.url).toBe("https://b.test/1/p");
    expect(entry?.enclosures).toEqual([{ url: "https://b.test/2/f.mp3" }]);
  });

  it.each([
    [
      "under a prefix",
      '<content type="xhtml"><h:div xmlns:h="x"><h:p>In <h:b>bold</h:b></h:p></h:div></content>',
      "<p>In <b>bold</b></p>",
    ],
    [
      "with what HTML would leave open",
      '<content type="xhtml"><div><p>a<i/>b</p><div/>c<br/>d</div></content>',
      "<p>a<i></i>b</p><div></div>c<br>d",
    ],
    [
      "with markup as text",
      '<content type="xhtml"><div>1 &lt; 2 &amp; <code>&lt;b></code></div></content>',
      "1 &lt; 2 &amp; <code>&lt;b&gt;</code>",
    ],
    [
      "by its media type",
      '<content type="application/xhtml+xml"><div>x <em>y</em></div></content>',
      "x <em>y</em>",
    ],
    [
      "in the summary alone",
      '<summary type="xhtml"><div>x <em>y</em></div></summary>',
      "x <em>y</em>",
    ],
  ])("reads XHTML %s", (_, content, html) => {
    expect(entryOf(atom(content))?.content).toContain(html);
  });

  it("keeps what follows an empty script of XHTML", () => {
    const entry = entryOf(atom('<content type="xhtml"><div><script src="x"/>c</div></content>'));
    expect(entry?.content).toBe("<div>c</div>");
  });

  it.each([
    ["RSS escapes HTML", rss("<title>A &lt;em>b&lt;/em> &amp;amp; c</title>"), "A b & c"],
    ["RSS has it in CDATA", rss("<title><![CDATA[A <em>b</em> &amp; c]]></title>"), "A b & c"],
    ["Atom says so", atom('<title type="html">A &lt;em>b&lt;/em> &amp;amp; c</title>'), "A b & c"],
    [
      "Atom has XHTML",
      atom('<title type="xhtml"><div>A <em>b</em> &amp; c</div></title>'),
      "A b & c",
    ],
    ["Atom's text is no HTML", atom("<title>A &lt;em> &amp;amp; c</title>"), "A <em> &amp; c"],
    [
      "JSON Feed's text is no HTML",
      JSON.stringify({
        version: "https://jsonfeed.org/version/1.1",
        items: [{ title: "A <em> &amp;\n c" }],
      }),
      "A <em> &amp; c",
    ],
  ])("reads a title: %s", (_, text, title) => {
    expect(entryOf(text)?.title).toBe(title);
  });

  it.each([
    ["RSS: an address and a name", rss("<author>ann@x.test (Ann Author)</author>"), ["Ann Author"]],
    [
      "RSS: Dublin Core",
      rss("<dc:creator><![CDATA[Ann]]></dc:creator><dc:creator>Bob</dc:creator>"),
      ["Ann", "Bob"],
    ],
    [
      "Atom: the feed's, where the entry has none",
      `<feed><author><name>Ann</name></author><entry><title>t</title></entry></feed>`,
      ["Ann"],
    ],
    [
      "Atom: not the feed's, where the entry has one",
      `<feed><author><name>Ann</name></author><entry><author><name>Bob</name></author></entry></feed>`,
      ["Bob"],
    ],
    [
      "JSON Feed: the feed's",
      JSON.stringify({
        version: "https://jsonfeed.org/version/1.1",
        authors: [{ name: "Ann" }],
        items: [{ id: "1" }],
      }),
      ["Ann"],
    ],
    [
      "JSON Feed 1.0",
      JSON.stringify({
        version: "https://jsonfeed.org/version/1",
        items: [{ id: "1", author: { name: "Ann" } }],
      }),
      ["Ann"],
    ],
    ["a podcast", rss("<itunes:author>Ann</itunes:author>"), ["Ann"]],
  ])("names the authors: %s", (_, text, authors) => {
    expect(entryOf(text)?.authors).toEqual(authors);
  });

  it.each([
    [
      "content elsewhere",
      atom('<content type="video/mp4" src="/v.mp4"/>'),
      [{ url: "https://site.test/v.mp4", type: "video/mp4" }],
    ],
    [
      "a podcast's file",
      rss('<enclosure url="/a.mp3" type="audio/mpeg" length="12"/>'),
      [{ url: "https://site.test/a.mp3", type: "audio/mpeg", size: 12 }],
    ],
    [
      "two of one URL",
      rss('<enclosure url="/a.jpg"/><media:content url="/a.jpg" medium="image"/>'),
      [{ url: "https://site.test/a.jpg" }],
    ],
    [
      "a thumbnail in a group",
      rss('<media:group><media:thumbnail url="/t.jpg"/></media:group>'),
      [{ url: "https://site.test/t.jpg" }],
    ],
    [
      "Atom's link",
      atom('<link rel="enclosure" href="/f.zip" type="application/zip"/>'),
      [{ url: "https://site.test/f.zip", type: "application/zip" }],
    ],
  ])("lists files: %s", (_, text, enclosures) => {
    expect(entryOf(text)?.enclosures).toEqual(enclosures);
  });

  it("gives what an element holds by its type, and nothing of what is no text", () => {
    expect(entryOf(atom('<content type="text">a &lt; b\n\nc</content>'))?.content).toBe(
      "<p>a &lt; b</p><p>c</p>",
    );
    expect(entryOf(atom('<content type="image/png">iVBORw0KGgo=</content>'))).not.toHaveProperty(
      "content",
    );
    expect(
      entryOf(rss("<media:group><media:description>About it</media:description></media:group>")),
    ).toMatchObject({ summary: "About it" });
  });

  it("reads times as feeds write them against the rules", () => {
    for (const date of [
      "Tue, 10 Jun 2003",
      "10 June 2003",
      "2003-06-10",
      "June 10, 2003",
      "2003-06-10T00:00:00",
    ]) {
      expect(entryOf(rss(`<pubDate>${date}</pubDate>`))?.published).toBe(
        "2003-06-10T00:00:00.000Z",
      );
    }
  });

  it("reads entries without a root, and a feed behind comments", () => {
    expect(readFeed("<item><title>t</title></item><item/>", at)?.entries).toHaveLength(2);
    expect(
      readFeed("<!-- <html> --><?x <body> ?><rss><channel><item/></channel></rss>", at)?.kind,
    ).toBe("rss");
    expect(readFeed("<html><!-- <rss> --><body></body></html>", at)).toBeUndefined();
  });
});

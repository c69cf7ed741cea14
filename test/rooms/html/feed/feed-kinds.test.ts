import { describe, expect, it } from "vitest";
import { readFeed } from "../../../../src/html/index.ts";

const at = { url: "https://site.test/feeds/all.xml", limit: 100 };

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

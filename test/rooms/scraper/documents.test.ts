import type { ScrapeSuccess } from "dragline/scraper";
import { createSite } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { minimalPdf } from "./minimal-pdf.ts";
import { scrapeFrom, scrapeRoute, scrapeSuccess, typed } from "./scraping.ts";

describe("a document that is not HTML", () => {
  it("JSON becomes an indented code block", async () => {
    const result = await scrapeSuccess(typed("application/json", `{"a":[1,"<b>"]}`));
    expect(result.kind).toBe("json");
    expect(result.markdown?.trim()).toBe('```json\n{\n  "a": [\n    1,\n    "<b>"\n  ]\n}\n```');
  });

  it.each([
    ["1.10", "1.10"],
    ["an integer beyond 2^53", "12345678901234567890"],
    ["1e400", "1e400"],
    ["-0", "-0"],
    ["escapes", String.raw`"\u0041\/"`],
    ["members with one name", '{\n  "a": 1,\n  "a": 2\n}'],
  ])("values of JSON are as the server wrote them: %s", async (_, value) => {
    const route = typed("application/json", value);
    const { markdown, cleanedHtml } = await scrapeSuccess(route, {
      formats: ["markdown", "cleanedHtml"],
    });
    expect(markdown?.trim()).toBe(`\`\`\`json\n${value}\n\`\`\``);
    expect(cleanedHtml).toContain(`>${value}</code>`);
  });

  it("JSON that does not parse is given as it came, with a warning", async () => {
    const result = await scrapeSuccess(typed("application/json", "{oops"));
    expect([result.markdown, result.warnings]).toEqual(["{oops", ["malformed"]]);
  });

  it("plain text and markdown stay as they are, and are preformatted as HTML", async () => {
    const text = await scrapeSuccess(typed("text/plain", "a < b\n  * c"), {
      formats: ["markdown", "cleanedHtml"],
    });
    expect(text).toMatchObject({
      kind: "text",
      markdown: "a < b\n  * c",
      cleanedHtml: "<pre>a &lt; b\n  * c</pre>",
    });
    const markdown = await scrapeSuccess(typed("text/markdown", "# Title\n"));
    expect(markdown).toMatchObject({ kind: "markdown", markdown: "# Title\n" });
  });

  it.each([
    [
      "RSS",
      `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><link>https://n.test/</link>
       <description>All of it</description><language>en</language>
       <item><title>First &amp; best</title><link>https://n.test/1</link><pubDate>Mon, 02 Nov 2026</pubDate>
       <description><![CDATA[<p>Hello <b>there</b>]]></description></item>
       <item><title>Second</title><guid>https://n.test/2</guid><description>Plain &lt;i&gt;text&lt;/i&gt;</description></item>
       </channel></rss>`,
    ],
    [
      "Atom",
      `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"><title>News</title><subtitle>All of it</subtitle>
       <entry><title>First &amp; best</title><link rel="alternate" href="https://n.test/1"/><updated>Mon, 02 Nov 2026</updated>
       <content type="html">&lt;p&gt;Hello &lt;b&gt;there&lt;/b&gt;</content></entry>
       <entry><title>Second</title><link href="https://n.test/2"/><summary type="html">Plain &lt;i&gt;text&lt;/i&gt;</summary></entry></feed>`,
    ],
  ])("%s becomes a page with an article per entry", async (_, feed) => {
    const result = await scrapeSuccess(typed("application/xml", feed), {
      formats: ["markdown", "links"],
    });
    expect(result).toMatchObject({
      kind: "feed",
      metadata: { title: "News", description: "All of it" },
    });
    expect(result.markdown?.trim()).toBe(
      "# News\n\nAll of it\n\n## [First & best](https://n.test/1)\n\n2026-11-02\n\nHello **there**\n\n## [Second](https://n.test/2)\n\nPlain *text*",
    );
    expect(result.links?.map(({ href }) => href)).toEqual(["https://n.test/1", "https://n.test/2"]);
  });

  it("JSON Feed becomes such a page too", async () => {
    const feed = {
      version: "https://jsonfeed.org/version/1.1",
      title: "News",
      description: "All of it",
      items: [
        {
          id: "1",
          url: "/1",
          title: "First",
          content_html: "<p>Hello <b>there</b>",
          authors: [{ name: "Ann" }],
        },
        {
          id: "2",
          url: "/2",
          title: "Second",
          content_text: "Plain",
          attachments: [{ url: "/a.mp3", mime_type: "audio/mpeg" }],
        },
      ],
    };
    for (const type of ["application/feed+json", "application/json"]) {
      const { kind, markdown } = await scrapeSuccess(typed(type, JSON.stringify(feed)));
      expect([kind, markdown?.replaceAll(/http:\/\/[^/]+/g, "").trim()]).toEqual([
        "feed",
        "# News\n\nAll of it\n\n## [First](/1)\n\nAnn\n\nHello **there**\n\n## [Second](/2)\n\nPlain\n\n[a.mp3](/a.mp3)",
      ]);
    }
  });

  it("a feed's pictures are shown once, its authors, times and files told", async () => {
    const result = await scrapeSuccess(
      typed(
        "text/html",
        `<rss><channel><title>News</title><item><title>First</title><link>https://n.test/1</link>
         <dc:creator>Ann</dc:creator><pubDate>Tue, 10 Jun 2003 04:00:00 GMT</pubDate>
         <enclosure url="https://n.test/a.jpg" type="image/jpeg"/><enclosure url="https://n.test/b.jpg"/>
         <description>&lt;img src="https://n.test/a.jpg" alt="A"&gt; text</description></item></channel></rss>`,
      ),
    );
    expect(result.markdown?.trim()).toBe(
      "# News\n\n## [First](https://n.test/1)\n\nAnn · 2003-06-10T04:00:00Z\n\n![A](https://n.test/a.jpg) text\n\n![](https://n.test/b.jpg)",
    );
  });

  it("other XML is shown as code", async () => {
    const result = await scrapeSuccess(typed("application/xml", "<a><b>1</b></a>"));
    expect([result.kind, result.markdown?.trim()]).toEqual(["xml", "```xml\n<a><b>1</b></a>\n```"]);
  });

  it("a PDF gives its text layer, with headings by size", async () => {
    const pdf = minimalPdf([
      { text: "Tide tables", size: 24, y: 700 },
      { text: "High water comes twice a day in most", size: 11, y: 660 },
      { text: "harbours of the world.", size: 11, y: 647 },
    ]);
    const result = await scrapeSuccess(typed("application/pdf", pdf));
    expect(result.kind).toBe("pdf");
    expect(result.markdown?.trim()).toBe(
      "# Tide tables\n\nHigh water comes twice a day in most harbours of the world.",
    );
  });

  it("a broken PDF fails with a reason", async () => {
    const result = await scrapeRoute(typed("application/pdf", "%PDF-1.7\nnothing"));
    expect(result).toMatchObject({ status: "failed", code: "UNSUPPORTED_TYPE" });
    expect(result.error).toMatch(/^unreadable PDF: /);
  });

  it("an image is a page that shows it", async () => {
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==",
      "base64",
    );
    await using site = await createSite({ "/a/tide.png": typed("image/png", png) });
    const result = await scrapeFrom(site, "/a/tide.png", { formats: ["markdown", "images"] });
    const src = site.url("/a/tide.png");
    expect(result).toMatchObject({ kind: "image", images: [{ src, alt: "tide.png" }] });
    expect((result as ScrapeSuccess).markdown?.trim()).toBe(`![tide.png](${src})`);
  });

  it("an archive, and a binary sent as HTML, are refused by their real type", async () => {
    const zip = Buffer.from("504b0304140000000800", "hex");
    for (const type of ["application/zip", "text/html"]) {
      expect(await scrapeRoute(typed(type, zip))).toMatchObject({
        status: "failed",
        code: "UNSUPPORTED_TYPE",
        error: "unsupported content type application/zip",
      });
    }
  });
});

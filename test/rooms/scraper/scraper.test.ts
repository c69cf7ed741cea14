import { createFetcher, isFetchError } from "dragline/fetcher";
import {
  createScraper,
  isScrapeError,
  type ScrapeCall,
  type ScrapeResult,
  type ScrapeSuccess,
} from "dragline/scraper";
import { createRawSite, createSite, FakeClock, type Site, type SiteRoute } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { minimalPdf } from "./minimal-pdf.ts";

async function scrapeFrom(site: Site, path: string, call?: ScrapeCall): Promise<ScrapeResult> {
  await using fetcher = createFetcher({}, { allow: ["127.0.0.1"], retries: 0 });
  await using scraper = createScraper({ fetcher });
  return await scraper.scrape(site.url(path), call);
}

async function scrapeRoute(route: SiteRoute, call?: ScrapeCall): Promise<ScrapeResult> {
  await using site = await createSite({ "/page": route });
  return await scrapeFrom(site, "/page", call);
}

async function scrapeSuccess(route: SiteRoute, call?: ScrapeCall): Promise<ScrapeSuccess> {
  const result = await scrapeRoute(route, call);
  if (result.status === "failed") throw new Error(result.error);
  return result;
}

function typed(contentType: string, body: string | Uint8Array, status = 200): SiteRoute {
  return { status, headers: { "content-type": contentType }, body };
}

const page = `<!DOCTYPE html><html lang="de"><head><title>Hafen</title></head><body>
  <nav><a href="/">Start</a></nav>
  <main><h1>Hafen</h1><p>Ein <b>Bagger</b> und ein <a href="/schiff">Schiff</a>.
  <img src="/bagger.png" alt="Bagger"></p></main><script>tracking()</script></body></html>`;

describe("createScraper", () => {
  it("makes every format from one page", async () => {
    await using site = await createSite({ "/page": page });
    const formats = ["markdown", "html", "cleanedHtml", "links", "images", "links"] as const;
    const result = await scrapeFrom(site, "/page", { formats });
    expect(result).toMatchObject({
      status: "completed",
      url: site.url("/page"),
      finalUrl: site.url("/page"),
      httpStatus: 200,
      contentType: "text/html",
      kind: "html",
      metadata: { title: "Hafen", language: "de" },
      cached: false,
      warnings: [],
      error: null,
      html: page,
      links: [
        { href: site.url("/"), text: "Start" },
        { href: site.url("/schiff"), text: "Schiff" },
      ],
      images: [{ src: site.url("/bagger.png"), alt: "Bagger" }],
    });
    const { markdown, cleanedHtml } = result as ScrapeSuccess;
    expect(markdown).toContain(
      `# Hafen\n\nEin **Bagger** und ein [Schiff](${site.url("/schiff")}).`,
    );
    expect(cleanedHtml).toContain(`<a href="${site.url("/schiff")}">Schiff</a>`);
    expect(cleanedHtml).not.toContain("tracking");
    expect(site.requests).toHaveLength(1);
  });

  it("gives markdown alone by default, and the main content on request", async () => {
    const whole = await scrapeSuccess(page);
    expect(whole).not.toHaveProperty("html");
    expect(whole.markdown).toContain("Start");
    const main = await scrapeSuccess(page, { main: true });
    expect(main.markdown).toContain("Bagger");
    expect(main.markdown).not.toContain("Start");
  });

  it("follows redirects and resolves URLs against the last", async () => {
    await using site = await createSite({
      "/old": { status: 302, headers: { location: "/new/" } },
      "/new/": `<a href="x">x</a>`,
    });
    const result = await scrapeFrom(site, "/old");
    expect(result).toMatchObject({ url: site.url("/old"), finalUrl: site.url("/new/") });
    expect(result).toMatchObject({
      markdown: expect.stringContaining(site.url("/new/x")) as string,
    });
  });

  it("refuses an unknown format, option or header by throwing", async () => {
    await using scraper = createScraper();
    await expect(
      scraper.scrape("https://a.test", { formats: ["pdf" as "html"] }),
    ).rejects.toSatisfy((error: unknown) => isScrapeError(error, "INVALID_FORMAT"));
    await expect(scraper.scrape("https://a.test", { format: "html" } as never)).rejects.toThrow(
      /Unknown option 'format'/,
    );
    await expect(
      scraper.scrape("https://a.test", { headers: { "bad name": "x" } }),
    ).rejects.toSatisfy((error: unknown) => isFetchError(error, "INVALID_HEADER"));
    expect(() => createScraper({}, { timeoutMs: 0 })).toThrow(/timeoutMs/);
  });
});

describe("a document that is not HTML", () => {
  it("JSON becomes an indented code block", async () => {
    const result = await scrapeSuccess(typed("application/json", `{"a":[1,"<b>"]}`));
    expect(result.kind).toBe("json");
    expect(result.markdown?.trim()).toBe('```json\n{\n  "a": [\n    1,\n    "<b>"\n  ]\n}\n```');
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
      "# News\n\nAll of it\n\n## [First & best](https://n.test/1)\n\nMon, 02 Nov 2026\n\nHello **there**\n\n## [Second](https://n.test/2)\n\nPlain *text*",
    );
    expect(result.links?.map(({ href }) => href)).toEqual(["https://n.test/1", "https://n.test/2"]);
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

describe("a failed scrape", () => {
  it.each([
    [403, "HTTP 403 Forbidden"],
    [404, "HTTP 404 Not Found"],
    [429, "HTTP 429 Too Many Requests"],
    [500, "HTTP 500 Internal Server Error"],
  ])("of status %i says so", async (status, error) => {
    expect(await scrapeRoute(typed("text/html", "<h1>no</h1>", status))).toMatchObject({
      status: "failed",
      code: "HTTP_STATUS",
      httpStatus: status,
      error,
    });
  });

  it("of a challenge says blocked by website, whatever the status", async () => {
    const challenge = `<title>Just a moment...</title><script src="/cdn-cgi/challenge-platform/x"></script>`;
    for (const status of [200, 403, 503]) {
      expect(await scrapeRoute(typed("text/html", challenge, status))).toMatchObject({
        code: "BLOCKED",
        error: `blocked by website (Cloudflare challenge), HTTP ${status}`,
      });
    }
  });

  it("of an empty answer says so", async () => {
    expect(await scrapeRoute(typed("text/html", ""))).toMatchObject({
      code: "EMPTY",
      error: "empty response, HTTP 200",
    });
    expect(await scrapeRoute({ status: 204 })).toMatchObject({ code: "EMPTY" });
  });

  it.each([
    ["not a url", "INVALID_URL", "invalid URL"],
    ["ftp://a.test/", "INVALID_URL", "invalid URL"],
    ["file:///etc/passwd", "INVALID_URL", "invalid URL"],
    ["http://user:secret@a.test/", "INVALID_URL", "invalid URL"],
    ["http://127.0.0.1/", "ADDRESS_NOT_ALLOWED", "address not allowed"],
    ["http://169.254.169.254/", "ADDRESS_NOT_ALLOWED", "address not allowed"],
  ])("of %s is %s", async (url, code, phrase) => {
    await using scraper = createScraper();
    const result = await scraper.scrape(url);
    expect(result).toMatchObject({ status: "failed", code });
    expect(result.error).toContain(phrase);
    expect(result.error).not.toContain("secret");
  });

  it("of an unknown host is a DNS failure", async () => {
    const resolver = {
      resolve: () => Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" })),
    };
    await using fetcher = createFetcher({ resolver }, { retries: 0 });
    await using scraper = createScraper({ fetcher });
    const result = await scraper.scrape("http://gone.example/");
    expect(result).toMatchObject({ code: "DNS" });
    expect(result.error).toMatch(/^DNS failure: /);
  });

  it("of a refused or reset connection says so", async () => {
    const closed = await createSite({});
    const port = closed.port;
    await closed[Symbol.asyncDispose]();
    await using fetcher = createFetcher({}, { allow: ["127.0.0.1"], retries: 0 });
    await using scraper = createScraper({ fetcher });
    expect(await scraper.scrape(`http://127.0.0.1:${port}/`)).toMatchObject({ code: "CONNECTION" });
    await using raw = await createRawSite((socket) =>
      socket.once("data", () => socket.resetAndDestroy()),
    );
    expect(await scraper.scrape(raw.url("/"))).toMatchObject({ code: "CONNECTION" });
  });

  it("of plain HTTP behind https is a TLS failure", async () => {
    await using site = await createSite({ "/": page });
    await using fetcher = createFetcher({}, { allow: ["127.0.0.1"], retries: 0 });
    await using scraper = createScraper({ fetcher });
    const result = await scraper.scrape(`https://127.0.0.1:${site.port}/`);
    expect(result).toMatchObject({ code: "TLS" });
    expect(result.error).toMatch(/^TLS failure: /);
  });

  it("of a site that hangs is a timeout at the scraper's own limit, and its socket is closed", async () => {
    await using site = await createSite({ "/": () => {} });
    const clock = new FakeClock();
    await using fetcher = createFetcher(
      { clock },
      { allow: ["127.0.0.1"], firstByteTimeoutMs: 90_000, timeoutMs: 90_000 },
    );
    await using scraper = createScraper({ fetcher, clock }, { timeoutMs: 5000 });
    const scraping = scraper.scrape(site.url("/"));
    await site.seen("/");
    await clock.advance(5000);
    expect(await scraping).toMatchObject({ status: "failed", code: "TIMEOUT", durationMs: 5000 });
    await site.idle();
  });

  it("is not a result but the caller's own reason when the caller cancels", async () => {
    await using site = await createSite({ "/": () => {} });
    await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
    await using scraper = createScraper({ fetcher });
    const controller = new AbortController();
    const scraping = scraper.scrape(site.url("/"), { signal: controller.signal });
    await site.seen("/");
    const reason = new Error("changed my mind");
    controller.abort(reason);
    await expect(scraping).rejects.toBe(reason);
    await site.idle();
  });

  it("warns when the page shows no text without JavaScript", async () => {
    const shell = `<title>App</title><div id="root"></div><script>render()</script>`;
    expect((await scrapeSuccess(shell)).warnings).toEqual(["no-visible-text"]);
  });
});

describe("hostile pages", () => {
  it.each<[string, string]>([
    ["20,000 levels", `${"<div>".repeat(20_000)}deep`],
    ["a megabyte of unclosed tags", `${"<b><i><a href=x>".repeat(60_000)}deep`],
    ["a table of 50,000 rows", `<table>${"<tr><td>deep<td>2".repeat(50_000)}</table>`],
    [
      "100,000 attributes",
      `<p ${Array.from({ length: 100_000 }, (_, i) => `a${i}=1`).join(" ")}>deep`,
    ],
    ["ten megabytes", `<p>deep</p>${"<p>word word word word word word</p>\n".repeat(270_000)}`],
    ["a megabyte in one line of pre", `<pre>${"deep ".repeat(200_000)}</pre>`],
    [
      "a megabyte image in a data: URI",
      `<img src="data:image/png;base64,${"A".repeat(1_000_000)}" alt="x"><p>deep`,
    ],
  ])("%s is scraped in every format", async (_, html) => {
    const result = await scrapeSuccess(html, {
      formats: ["markdown", "html", "cleanedHtml", "links", "images"],
      main: false,
    });
    expect(result.markdown).toContain("deep");
    const main = await scrapeSuccess(html, { main: true });
    expect(main.markdown).toContain("deep");
  });
});

import { createFetcher } from "dragline/fetcher";
import { createScraper, type ScrapeCall, type ScrapeSuccess } from "dragline/scraper";
import { createSite, type SiteRoute } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { openTestBrowser } from "../browser/test-browser.ts";
import { FakeVisitor } from "./fake-visitor.ts";
import { scrapeFrom, typed } from "./scraping.ts";

const html = (body: string): SiteRoute => typed("text/html", body);

/** Scrapes `/start` of a site with the frames `/a` and `/b`. */
async function scraped(
  routes: Readonly<Record<string, SiteRoute>>,
  call?: ScrapeCall,
): Promise<Pick<ScrapeSuccess, "markdown" | "cleanedHtml" | "links" | "warnings" | "engine">> {
  await using site = await createSite({
    "/a": html("<title>A</title><h1>Menu</h1>"),
    "/b": html("<style>.x{display:none}</style><p>Text<p class=x>hidden"),
    ...routes,
  });
  const result = await scrapeFrom(site, "/start", call);
  if (result.status === "failed") throw new Error(result.error);
  const text = JSON.stringify(result).replaceAll(site.url("/"), "/");
  return JSON.parse(text) as ScrapeSuccess;
}

const two = "<frameset cols=20%,*><frame src=/a name=menu><frame src=/b><noframes>No</noframes>";

const path = await chromiumPath();

describe.skipIf(path === undefined)(`${browserTitle("a frameset", path)} in a browser`, () => {
  it("gives the content of its frames, nested ones too", async () => {
    await using site = await createSite({
      "/start": html("<frameset cols=50%,*><frame src=/a><frame src=/in></frameset>"),
      "/a": html("<h1>Menu</h1>"),
      "/in": html("<frameset rows=50%,*><frame src=/b><frame src=/c></frameset>"),
      "/b": html("<p>Text"),
      "/c": html("<a href=d>More</a>"),
    });
    await using browser = openTestBrowser({ allow: ["127.0.0.1"] });
    await using scraper = createScraper({ browser });
    const result = await scraper.scrape(site.url("/start"), { engine: "browser" });
    const markdown = `# Menu\n\nText\n\n[More](${site.url("/d")})`;
    expect(result).toMatchObject({ status: "completed", engine: "browser", markdown });
  });
});

describe("a scrape of a frameset", () => {
  it.each<[string, string, string, Record<string, SiteRoute>]>([
    ["in order", two, "# Menu\n\nText", {}],
    ["with scripts of its own", `<script>a()</script>${two}`, "# Menu\n\nText", {}],
    ["in a body", `<body>${two}</body>`, "# Menu\n\nText", {}],
    ["with a closing paragraph after it", `${two}</frameset>`, "# Menu\n\nText", {}],
    [
      "of framesets in each other",
      "<frameset><frameset><frame src=/b></frameset><frame src=/inner><frame src=/b>",
      "Text\n\n# Menu\n\nText\n\nText",
      { "/inner": html(two) },
    ],
    [
      "of XHTML",
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><frameset><frame src="/a"/><frame src="/b"/></frameset></html>',
      "# Menu\n\nText",
      {},
    ],
    [
      "of names and empty pages alone",
      "<frameset><frame name=a><frame src=about:blank><noframes><p>Non<b>e</b></noframes>",
      "Non**e**",
      {},
    ],
    ["of none", "<frameset></frameset><noframes><p>None</noframes>", "None", {}],
  ])("gives the content of its frames: %s", async (...[name, start, markdown, routes]) => {
    const type = name === "of XHTML" ? "application/xhtml+xml" : "text/html";
    const routed = { "/start": typed(type, start), ...routes };
    expect(await scraped(routed, { engine: "auto" })).toMatchObject({
      markdown,
      engine: "http",
      warnings: [],
    });
  });

  it.each<[string, string, string, Record<string, SiteRoute>]>([
    ["fails", two, "# Menu\n\n/b", { "/b": typed("text/html", "no", 404) }],
    ["is no page", two, "# Menu\n\n/b", { "/b": typed("application/pdf", "%PDF-1.4") }],
    [
      "is private",
      "<frameset><frame src=/a><frame src=http://10.0.0.1/ title=T>",
      "# Menu\n\n[T](http://10.0.0.1/)",
      {},
    ],
    [
      "leads back",
      "<frameset><frame src=/start#x name=me><frame src=/a>",
      "[me](/start#x)\n\n# Menu",
      {},
    ],
    [
      "leads back from a frame",
      "<frameset><frame src=/inner>",
      "/start\n\n# Menu",
      { "/inner": html("<frameset><frame src=/start><frame src=/a>") },
    ],
    [
      "leads back by a redirect",
      "<frameset><frame src=/away><frame src=/a>",
      "/away\n\n# Menu",
      { "/away": { status: 302, headers: { location: "/start" } } },
    ],
    [
      "is in a third frameset",
      "<frameset><frame src=/1>",
      "/a",
      { "/1": html("<frameset><frame src=/2>"), "/2": html("<frameset><frame src=/a>") },
    ],
    [
      "is the eleventh",
      `<frameset>${"<frame src=/b>".repeat(10)}<frame src=/a>`,
      `${"Text\n\n".repeat(10)}/a`,
      {},
    ],
    [
      "of all fails",
      "<frameset><frame src=/no><noframes><p>Old</noframes>",
      "/no\n\nOld",
      { "/no": { status: 500 } },
    ],
    ["is a script", "<frameset><frame src=javascript:x()><frame src=/a>", "# Menu", {}],
  ])("links to a frame that %s, and says so", async (...[, start, markdown, routes]) => {
    expect(await scraped({ "/start": html(start), ...routes })).toMatchObject({
      markdown,
      warnings: ["frames-missing"],
    });
  });

  it("reads addresses as each frame means them", async () => {
    const result = await scraped(
      {
        "/start": { status: 302, headers: { location: "/en/start" } },
        "/en/start": html("<base href=/base/><frameset><frame src=a/x><frame src=b>"),
        "/base/a/x": html("<a href=one>1</a><img srcset='l.png 2x, i.png'><a href=#f>f</a>"),
        "/base/b": html("<base href=/c/><a href=two>2</a><img data-src=late.jpg>"),
      },
      { formats: ["links", "cleanedHtml", "markdown"] },
    );
    expect(result.links?.map(({ href }) => href)).toEqual(["/base/a/one", "/base/a/x#f", "/c/two"]);
    expect(result.markdown).toContain("(/base/a/l.png)");
    expect(result.markdown).toContain("(/c/late.jpg)");
  });

  it("is an ordinary page where text comes first", async () => {
    const result = await scraped({ "/start": html(`<p>Own</p>${two}`) });
    expect(result).toMatchObject({ warnings: [] });
    expect(result.markdown).toMatch(/^Own/);
  });

  it("gives no secrets to frames of other origins", async () => {
    await using other = await createSite({ "*": html("<p>other") });
    await using site = await createSite({
      "/start": html(`<frameset><frame src=/a><frame src="${other.url("/x")}">`),
      "/a": html("a"),
    });
    const headers = { authorization: "secret", "accept-language": "de" };
    await scrapeFrom(site, "/start", { headers });
    const sent = [...site.requests, ...other.requests].map((request) => request.headers);
    expect(sent.map((one) => one["authorization"])).toEqual(["secret", "secret", undefined]);
    expect(sent.map((one) => one["accept-language"])).toEqual(["de", "de", "de"]);
  });

  it("takes a browser where the frames are shells", async () => {
    await using site = await createSite({
      "/start": html("<frameset><frame src=/app>"),
      "/app": html("<div id=root></div><script src=/app.js></script>"),
    });
    await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
    await using scraper = createScraper({ fetcher, browser: new FakeVisitor() });
    const result = await scraper.scrape(site.url("/start"), { engine: "auto" });
    expect(result).toMatchObject({ engine: "browser", engineReason: "empty-root" });
  });
});

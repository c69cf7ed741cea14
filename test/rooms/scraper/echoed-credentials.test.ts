import type { StorageState } from "dragline/browser";
import { createCrawler } from "dragline/crawler";
import { createFetcher } from "dragline/fetcher";
import type { ScrapeFailure } from "dragline/scraper";
import { createSite, type SiteRoute } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { FakeVisitor, scrapeWith } from "./fake-visitor.ts";
import { scrapeRoute, scrapeSuccess, typed } from "./scraping.ts";

const token = "live_51Hq&9x";
const headers = { authorization: `Bearer ${token}` };
const all = ["markdown", "html", "cleanedHtml", "links", "images", "summary"] as const;

/** A page that is asked for with the token and says it in the spelling given. */
function echo(spelling: string): SiteRoute {
  return `<title>Hafen ${spelling}</title><main><h1>Hafen</h1><p>You are ${spelling}, welcome.</p></main>`;
}

describe("a credential that a page echoes", () => {
  it.each([
    ["as it is", token],
    ["as entities", "live&#95;51Hq&amp;9x"],
    ["percent-encoded", encodeURIComponent(token)],
    ["in base64", Buffer.from(`token: ${token}`).toString("base64")],
    ["split by markup", "live_5<b>1Hq</b>&amp;9x"],
    ["reversed", [...token].toReversed().join("").replace("&", "&amp;")],
  ])("%s is masked in every output, and that is told", async (_, spelling) => {
    const result = await scrapeSuccess(echo(spelling), { headers, formats: all });
    expect(result.warnings).toContain("credentials-masked");
    expect(result.markdown).toContain("***");
    const { html = "", markdown, cleanedHtml, metadata, summary } = result;
    const shown = JSON.stringify([html, markdown, cleanedHtml, metadata, summary]);
    expect(shown).not.toContain("51Hq");
    expect(shown).not.toContain("qH15");
    expect(shown).not.toContain(spelling.slice(0, 12));
    expect(markdown).toContain("welcome");
  });

  it("in links, images, structured data and values is masked", async () => {
    const page = `<title>a</title><meta property="og:title" content="${token}">
      <script type="application/ld+json">{"@type":"Product","name":"${token}"}</script>
      <main><h1>Shop</h1><a href="/x?key=${encodeURIComponent(token)}">next</a>
      <img src="/i.png?k=${encodeURIComponent(token)}" alt="i"></main>`;
    const schema = { type: "object", properties: { name: { type: "string" } } };
    const result = await scrapeSuccess(page, { headers, formats: [...all, "json"], schema });
    expect(JSON.stringify(result)).not.toContain("51Hq");
    expect(result.links?.[0]?.href).toMatch(/\/x\?key=\*\*\*$/);
    expect(result.images?.[0]?.src).toMatch(/\/i\.png\?k=\*\*\*$/);
  });

  it.each([
    ["JSON", typed("application/json", JSON.stringify({ you: token }))],
    ["plain text", typed("text/plain", `you: ${token}`)],
    [
      "a feed",
      typed("application/rss+xml", `<rss><channel><title>live_51Hq&amp;9x</title></channel></rss>`),
    ],
  ])("in %s is masked", async (_, route) => {
    const result = await scrapeSuccess(route, { headers, formats: ["markdown", "html"] });
    expect(JSON.stringify(result)).not.toContain("51Hq");
    expect(result.warnings).toContain("credentials-masked");
  });

  it.each([
    ["X-Api-Key", token],
    ["Cookie", `sid=${encodeURIComponent(token)}`],
    ["authorization", `Basic ${Buffer.from(`mira:${token}`).toString("base64")}`],
    ["X-Auth-Token", token],
    ["X-Session-Id", token],
  ])("as it was sent by the header %s is masked", async (name, value) => {
    const result = await scrapeSuccess(echo(token), { headers: { [name]: value } });
    expect(result.markdown).toContain("You are ***, welcome");
  });

  it("of a page that failed is masked in the failure", async () => {
    const key = "k51hq-7z9x";
    const route = { status: 302, headers: { location: `http://${key}.invalid/` } };
    const failed = await scrapeRoute(route, { headers: { "x-api-key": key } });
    expect(failed).toMatchObject({
      status: "failed",
      error: expect.stringContaining("***.invalid"),
    });
    const { cause: _, ...told } = failed as ScrapeFailure;
    expect(JSON.stringify(told)).not.toContain(key);
  });

  it("of a saved session is masked: cookies and storage", async () => {
    const cookie = { name: "sid", value: "a1b2c3d4", domain: "127.0.0.1", path: "/", expires: -1 };
    const state = {
      cookies: [{ ...cookie, httpOnly: true, secure: false, sameSite: "Lax" }],
      origins: [
        {
          origin: "http://127.0.0.1",
          localStorage: [{ name: "jwt", value: "eyJhbGciOi.9x8y7z6w" }],
        },
      ],
    } as unknown as StorageState;
    const html =
      "<title>a</title><main><h1>Hi</h1><p>a1b2c3d4 and eyJhbGciOi.9x8y7z6w too</p></main>";
    const { visitor: _, ...result } = await scrapeWith({
      visitor: new FakeVisitor({ html }),
      call: { sessionId: "s", formats: ["markdown", "html"] },
      sessions: { s: state },
    });
    expect(result).toMatchObject({
      status: "completed",
      markdown: expect.stringContaining("*** and *** too"),
      warnings: ["credentials-masked"],
    });
    expect(JSON.stringify(result)).not.toMatch(/a1b2c3d4|eyJhb/);
  });
});

describe("what is no credential", () => {
  it.each([
    ["X-Api-Key", "1"],
    ["X-Api-Key", "welcome"],
    ["Cookie", "lang=welcome; theme=Hafen; sid=1"],
    ["Accept-Language", "Hafen-1888-Bagger"],
    ["User-Agent", "Hafen-1888-Bagger"],
  ])("sent as %s: %s masks nothing", async (name, value) => {
    const page = `<title>Hafen</title><main><h1>Hafen</h1><p>1 welcome to Hafen-1888-Bagger</p></main>`;
    const given = { formats: ["markdown", "html"] } as const;
    const plain = await scrapeSuccess(page, given);
    const asked = await scrapeSuccess(page, { ...given, headers: { [name]: value } });
    expect([asked.markdown, asked.html]).toEqual([plain.markdown, plain.html]);
    expect(asked.warnings).toEqual([]);
  });
});

describe("a crawl with a credential", () => {
  it("masks it in what it says of pages, and follows their links all the same", async () => {
    const next = `/next?key=${encodeURIComponent(token)}`;
    await using site = await createSite({
      "/": `<title>${token}</title><a href="${next}">next</a><p>${token}`,
      [next]: "<title>b</title><p>there",
    });
    await using fetcher = createFetcher({}, { allow: ["127.0.0.1"], retries: 0 });
    await using crawler = createCrawler({ fetcher });
    const pages = [];
    const crawl = crawler.crawl(site.url("/"), { headers, formats: ["html", "markdown", "links"] });
    for await (const page of crawl) pages.push(page);
    expect(pages.map(({ status }) => status)).toEqual(["completed", "completed"]);
    const first = JSON.stringify(pages[0]);
    expect(first).not.toContain("51Hq");
    expect(first).toContain("***");
  });
});

import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createSite, type SiteRoute } from "dragline/testing";
import { crawlWhole } from "../../crawl-site/crawl-whole.ts";

const xml = { "content-type": "application/xml" };
const home = `<!doctype html><title>Home</title><a href="/">x</a>`;

function urlset(urls: readonly string[]): string {
  return `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map((url) => `<url><loc>${url}</loc></url>`).join("")}</urlset>`;
}

function index(urls: readonly string[]): string {
  return `<?xml version="1.0"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join("")}</sitemapindex>`;
}

/** A body that names the site itself, which is known only when it is asked. */
function forSite(make: (origin: string) => string | Uint8Array): SiteRoute {
  return ({ headers }, response) => {
    response.writeHead(200, xml).end(make(`http://${headers.host}`));
  };
}

function numbered(count: number, of: (at: number) => string): string[] {
  return Array.from({ length: count }, (_, at) => of(at));
}

describe("createCrawler, with sitemaps", () => {
  it("finds the pages that only sitemaps name, each once", async () => {
    await using site = await createSite({
      "/robots.txt": forSite((origin) => `User-agent: *\nDisallow: /no/\nSitemap: ${origin}/i.xml`),
      "/i.xml": forSite((origin) =>
        index([`${origin}/a.xml`, `${origin}/b.xml.gz`, `${origin}/i.xml`]),
      ),
      "/a.xml": forSite((origin) =>
        urlset([
          ...numbered(60, (at) => `${origin}/p/${at}`),
          `${origin}/no/1`,
          "http://out.invalid/",
        ]),
      ),
      "/b.xml.gz": forSite((origin) =>
        gzipSync(urlset(numbered(60, (at) => `${origin}/p/${at + 30}?utm_source=map`))),
      ),
      "*": home,
    });
    const { pages, summary } = await crawlWhole(site.url("/"), { sitemaps: true });
    expect(pages).toHaveLength(91);
    const asked = site.requests.map(({ path }) => path).filter((path) => path.startsWith("/p/"));
    expect(asked.toSorted()).toEqual(numbered(90, (at) => `/p/${at}`).toSorted());
    expect(site.requests.filter(({ path }) => path.startsWith("/no/"))).toEqual([]);
    expect(summary.counts).toMatchObject({ completed: 91, robots: 1, scope: 1 });
  });

  it("keeps its limit beside sitemaps of 200,000 pages", async () => {
    const counts = numbered(4, String);
    const big = (origin: string, file: string): Uint8Array =>
      gzipSync(urlset(numbered(50_000, (at) => `${origin}/p/${file}-${at}`)));
    await using site = await createSite({
      "/robots.txt": "",
      "/sitemap.xml": forSite((origin) => index(counts.map((file) => `${origin}/s${file}.xml.gz`))),
      ...Object.fromEntries(
        counts.map((file) => [`/s${file}.xml.gz`, forSite((origin) => big(origin, file))]),
      ),
      "*": home,
    });
    const { pages, summary } = await crawlWhole(site.url("/"), { sitemaps: true, maxPages: 30 });
    expect(pages).toHaveLength(30);
    expect(summary.outcome).toBe("finished");
    expect(site.requests.length).toBeLessThan(50);
  }, 60_000);

  it("is not held by a sitemap that unpacks to 100 MB", async () => {
    const bomb = gzipSync(`${urlset([])}${" ".repeat(100_000_000)}`);
    await using site = await createSite({
      "/sitemap.xml": { headers: xml, body: bomb },
      "*": home,
    });
    const { pages } = await crawlWhole(site.url("/"), { sitemaps: true });
    expect(pages).toMatchObject([{ status: "completed" }]);
  });
});

import { gzipSync } from "node:zlib";
import { createFetcher } from "dragline/fetcher";
import { createMapper, type SiteMap } from "dragline/mapper";
import { createSite } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { fakeSite, home, page, sitemapIndex, urlset } from "./fake-site.ts";

function mapOf(routes: Parameters<typeof fakeSite>[0], call = {}): Promise<SiteMap> {
  const site = fakeSite(routes);
  return createMapper({ source: site, robots: site.robots }).map(home, call);
}

describe("Mapper.map on hostile sites", () => {
  it("reads a page of 1,000,000 links, and gives what it may", { timeout: 30_000 }, async () => {
    const links = Array.from({ length: 1_000_000 }, (_, index) => `<a href=/${index}>`).join("");
    const before = process.memoryUsage().heapUsed;
    const found = await mapOf(
      { "/": links, "*": "" },
      { depth: 1, limit: 5000, limitPerLevel: 500 },
    );
    expect(found.totalLinks).toBe(501);
    expect(found.counts["level-limit"]).toBe(1_000_000 - 500);
    expect(found.stoppedBy).toEqual(["level-limit"]);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(800 * 1024 * 1024);
  });

  it("keeps 5,000 URLs of other sites at most", { timeout: 30_000 }, async () => {
    const links = Array.from(
      { length: 20_000 },
      (_, index) => `<a href=//x${index}.example/>`,
    ).join("");
    const found = await mapOf({ "/": links }, { includeExternalLinks: true });
    expect([found.totalExternalLinks, found.stoppedBy]).toEqual([5000, ["external-limit"]]);
    expect(found.counts.scope).toBe(20_000);
  });

  it("refuses URLs of 100 KB", async () => {
    const found = await mapOf({
      "/": page(`/${"a".repeat(100_000)}`, `/?${"b=c&".repeat(25_000)}`, "/ok"),
    });
    expect(found.links).toEqual([`${home}/`, `${home}/ok`]);
    expect(found.counts.invalid).toBe(2);
  });

  it("stands calendars, nested pages and broken markup", async () => {
    let month = 0;
    const found = await mapOf(
      {
        "/": page("/calendar?m=0", "/broken", "/deep"),
        "/broken": `<a href="/x"><a href='/y<p <<a href=/z></html><a href="`,
        "/deep": `${"<div>".repeat(100_000)}<a href=/bottom>`,
        "*": () => page(`/calendar?m=${(month += 1)}`),
      },
      { depth: 5, limit: 50 },
    );
    expect(found.totalLinks).toBeLessThanOrEqual(50);
    expect(found.links).toEqual(expect.arrayContaining([`${home}/x`, `${home}/bottom`]));
  });

  it("stands sitemaps in circles, without end, and of other sites", async () => {
    const found = await mapOf(
      {
        "/": page("/a"),
        "/sitemap.xml": sitemapIndex("/sitemap.xml", "/b.xml", "https://evil.example/c.xml"),
        "/b.xml": sitemapIndex(
          "/sitemap.xml",
          ...Array.from({ length: 5000 }, (_, index) => `/s${index}.xml`),
        ),
        "*": urlset("/a", "/"),
      },
      { limit: 5000 },
    );
    expect(found.links).toEqual([`${home}/`, `${home}/a`]);
    expect(found.sitemaps.length).toBeLessThanOrEqual(100);
    expect(found.stoppedBy).toEqual(["sitemap-files"]);
  });

  it("stops at bombs in gzip, by the file and by the connection", { timeout: 30_000 }, async () => {
    const zeros = Buffer.alloc(120 * 1024 * 1024, " ");
    const xml = { "content-type": "application/xml" };
    await using site = await createSite({
      "/": page("/a"),
      "/a": "",
      "/robots.txt": {
        headers: { "content-type": "text/plain" },
        body: "Sitemap: /file.xml.gz\nSitemap: /coded.xml\nSitemap: /good.xml\n",
      },
      "/file.xml.gz": { headers: { "content-type": "application/gzip" }, body: gzipSync(zeros) },
      "/coded.xml": { headers: { ...xml, "content-encoding": "gzip" }, body: gzipSync(zeros) },
      "/good.xml": { headers: xml, body: "<urlset><url><loc>/good</loc></url></urlset>" },
    });
    await using fetcher = createFetcher({}, { allow: ["127.0.0.1"], timeoutMs: 20_000 });
    const before = process.memoryUsage().rss;
    const found = await createMapper({ fetcher }).map(site.origin);
    expect(found.links).toEqual(["/", "/a", "/good"].map((path) => site.url(path)));
    expect(found.sitemaps.map(({ missing, stoppedBy }) => missing ?? stoppedBy)).toEqual([
      "ratio",
      "failed",
      undefined,
    ]);
    expect(found.stoppedBy).toEqual(["sitemap-ratio"]);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });

  it("reads 50 MiB of a sitemap that is longer, and says so", { timeout: 30_000 }, async () => {
    const head = "<urlset><url><loc>/first</loc></url>";
    const body = `${head}${"<url><loc>/first</loc></url>".repeat(2_000_000)}<url><loc>/last</loc></url>`;
    const found = await mapOf({ "/": page("/a"), "/sitemap.xml": { body } });
    expect(found.links).toEqual([`${home}/`, `${home}/a`, `${home}/first`]);
    expect(found.stoppedBy).toEqual(["sitemap-urls"]);
    const blank = `${head}${" ".repeat(53_000_000)}<url><loc>/last</loc></url>`;
    const long = await mapOf({ "/": page("/a"), "/sitemap.xml": { body: blank } });
    expect(long.links).toContain(`${home}/first`);
    expect(long.links).not.toContain(`${home}/last`);
    expect(long.stoppedBy).toEqual(["sitemap-bytes"]);
  });
});

import { createFetcher } from "dragline/fetcher";
import { walkSitemaps, type SitemapWalkCall } from "dragline/mapper";
import { createSite, FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { at, named, walk } from "../fake-walk.ts";
import { fakeSite, home, reasonOf, sitemapIndex, urlset, type FakeRoute } from "../fake-site.ts";

describe("walkSitemaps", () => {
  it("reads what robots.txt names, and follows indexes depth first, in order", async () => {
    const site = fakeSite(
      {
        "/index.xml": sitemapIndex("/deep.xml", "/c.xml"),
        "/deep.xml": sitemapIndex("/a.xml", "/b.xml"),
        "/a.xml": urlset("/1", "/2"),
        "/b.xml": urlset("/3"),
        "/c.xml": urlset("/4"),
        "/more.txt": { type: "text/plain", body: `${home}/5\n${home}/1` },
      },
      named("/index.xml", "/more.txt"),
    );
    const { pages, report } = await walk(site);
    expect(pages).toEqual(at("/1", "/2", "/3", "/4", "/5", "/1"));
    expect(report).toMatchObject({ pages: 6, stoppedBy: [] });
    expect(report.files.map(({ url, from, format }) => [url, from, format])).toEqual([
      [`${home}/index.xml`, undefined, "index"],
      [`${home}/deep.xml`, `${home}/index.xml`, "index"],
      [`${home}/a.xml`, `${home}/deep.xml`, "urlset"],
      [`${home}/b.xml`, `${home}/deep.xml`, "urlset"],
      [`${home}/c.xml`, `${home}/index.xml`, "urlset"],
      [`${home}/more.txt`, undefined, "text"],
    ]);
  });

  it.each([
    ["/sitemap.xml", 1],
    ["/sitemap_index.xml", 2],
    ["/sitemap-index.xml", 3],
    ["/sitemap.xml.gz", 4],
    ["/sitemap.txt", 5],
  ])("looks for %s when robots.txt names none, and asks no further", async (path, requests) => {
    const site = fakeSite({ [path]: { body: `${home}/1` } });
    const { pages, report } = await walk(site);
    expect(pages).toEqual(at("/1"));
    expect(report.files.map(({ url }) => url)).toEqual(at(path));
    expect(site.asked).toHaveLength(requests);
  });

  it("passes by pages that answer everything, and names no file that was guessed", async () => {
    const site = fakeSite({
      "*": "<html><h1>Not found</h1></html>",
      "/sitemap.txt": { body: `${home}/1` },
    });
    const { pages, report } = await walk(site);
    expect(pages).toEqual(at("/1"));
    expect(report.files.map(({ url }) => url)).toEqual(at("/sitemap.txt"));
  });

  it("gives up the usual places when nobody answers", async () => {
    const site = fakeSite({ "*": () => Promise.reject(new Error("no such host")) });
    const { pages, report } = await walk(site);
    expect(pages).toEqual([]);
    expect(report.files).toMatchObject([{ url: `${home}/sitemap.xml`, missing: "failed" }]);
    expect(site.asked).toEqual(["/sitemap.xml"]);
  });

  it("reads no further than it is asked to, and never twice at once", async () => {
    const site = fakeSite(
      {
        "/index.xml": sitemapIndex("/a.xml", "/b.xml"),
        "/a.xml": urlset("/1", "/2"),
        "/b.xml": urlset("/3"),
      },
      named("/index.xml"),
    );
    for await (const { loc } of walkSitemaps({ source: site, robots: site.robots }, home)) {
      if (loc.endsWith("/2")) break;
    }
    expect(site.asked).toEqual(["/index.xml", "/a.xml"]);
    expect(site.mostAtOnce).toBe(1);
  });

  it("tries a file again, after a pause of the clock", async () => {
    const clock = new FakeClock();
    const answers: FakeRoute[] = [{ status: 503, headers: { "retry-after": "7" } }, urlset("/1")];
    const site = fakeSite({ "/sitemap.xml": () => answers.shift() ?? "" });
    const walking = walk(site, {}, { clock });
    await clock.timerOf(7000);
    await clock.advance(7000);
    expect((await walking).pages).toEqual(at("/1"));
  });

  it("ends with the signal's reason, and leaves nothing open", async () => {
    const stop = new AbortController();
    const site = fakeSite(
      {
        "/index.xml": sitemapIndex("/a.xml", "/slow.xml"),
        "/a.xml": urlset("/1"),
        "/slow.xml": ({ signal }) =>
          new Promise((_, reject) => {
            signal.addEventListener("abort", () => reject(signal.reason), { once: true });
            stop.abort("enough");
          }),
      },
      named("/index.xml"),
    );
    expect(await reasonOf(walk(site, { signal: stop.signal }))).toBe("enough");
    expect(site.open).toBe(0);
    expect(await reasonOf(walk(site, { signal: stop.signal }))).toBe("enough");
  });

  it("takes a fetcher as it is", async () => {
    await using site = await createSite({
      "/robots.txt": { headers: { "content-type": "text/plain" }, body: "Sitemap: /map.xml" },
      "/map.xml": { status: 301, headers: { location: "/real.xml" } },
      "/real.xml": {
        headers: { "content-type": "text/xml" },
        body: "<urlset><url><loc>/1</loc></url></urlset>",
      },
    });
    await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
    const walking = walkSitemaps({ fetcher }, site.origin);
    const pages: string[] = [];
    for await (const { loc } of walking) pages.push(loc);
    expect(pages).toEqual([site.url("/1")]);
    expect(walking.report.files).toMatchObject([{ url: site.url("/map.xml"), entries: 1 }]);
  });

  it.each<[string, SitemapWalkCall]>([
    ["maxFiles", { maxFiles: 0 }],
    ["maxDepth", { maxDepth: 0.5 }],
    ["maxPages", { maxPages: -1 }],
    ["maxBytes", { maxBytes: 0 }],
    ["sitemaps", { sitemaps: "x" as never }],
    ["limit", { limit: 5 } as never],
  ])("refuses a bad %s", (name, call) => {
    expect(() => walkSitemaps({ source: fakeSite({}) }, home, call)).toThrow(`'${name}'`);
  });

  it("refuses to work without a source, and with a seed that is no URL", () => {
    expect(() => walkSitemaps({}, home)).toThrow("'fetcher'");
    expect(() => walkSitemaps({ source: fakeSite({}) }, "ftp://x")).toThrow("http");
    expect(() => walkSitemaps({ retries: 1 } as never, home)).toThrow("options as the second");
  });
});

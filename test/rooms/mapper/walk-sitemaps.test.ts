import { createFetcher } from "dragline/fetcher";
import {
  walkSitemaps,
  type SitemapReport,
  type SitemapWalkCall,
  type MapperCollaborators,
} from "dragline/mapper";
import { createSite, FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import {
  fakeSite,
  home,
  reasonOf,
  redirect,
  sitemapIndex,
  urlset,
  type FakeRoute,
  type FakeSite,
} from "./fake-site.ts";

interface Walked {
  readonly pages: readonly string[];
  readonly report: SitemapReport;
}

async function walk(
  { robots, ...source }: FakeSite,
  call: SitemapWalkCall = {},
  parts: Partial<MapperCollaborators> = {},
): Promise<Walked> {
  const walking = walkSitemaps({ source, robots, ...parts }, home, call);
  const pages: string[] = [];
  for await (const { loc } of walking) pages.push(loc);
  return { pages, report: walking.report };
}

const named =
  (...sitemaps: string[]) =>
  () => ({
    sitemaps: sitemaps.map((path) => new URL(path, home).href),
  });
const at = (...paths: string[]) => paths.map((path) => `${home}${path}`);

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

  it("reads each file once, whatever the indexes' circles are", async () => {
    const site = fakeSite(
      {
        "/a.xml": sitemapIndex("/b.xml", "/a.xml", "/c.xml", "/c.xml#again"),
        "/b.xml": sitemapIndex("/a.xml", "/b.xml", "/c.xml"),
        "/c.xml": urlset("/1"),
      },
      named("/a.xml", "/a.xml"),
    );
    const { pages } = await walk(site);
    expect(pages).toEqual(at("/1"));
    expect(site.asked).toEqual(["/a.xml", "/b.xml", "/c.xml"]);
  });

  it("stops indexes without end, and says so", async () => {
    const endless: FakeRoute = (_) =>
      sitemapIndex(
        ...Array.from({ length: 50 }, (_, index) => `/s${index}-${site.asked.length}.xml`),
      );
    const site: FakeSite = fakeSite({ "*": endless }, named("/0.xml"));
    const deep = await walk(site, { maxDepth: 2 });
    expect(deep.report).toMatchObject({ pages: 0, stoppedBy: ["depth"] });
    expect(site.asked).toHaveLength(51);
    const many = fakeSite(
      {
        "*": (_) =>
          sitemapIndex(
            ...Array.from({ length: 50 }, (_, index) => `/s${index}-${many.asked.length}.xml`),
          ),
      },
      named("/0.xml"),
    );
    const { report } = await walk(many, { maxFiles: 20, maxDepth: 1000 });
    expect(report.stoppedBy).toEqual(["files"]);
    expect([report.files.length, many.asked.length]).toEqual([20, 20]);
  });

  it("stops at so many pages, in the middle of a file, and says so only if there are more", async () => {
    const site = fakeSite({ "/sitemap.xml": urlset("/1", "/2", "/3") });
    expect(await walk(site, { maxPages: 2 })).toMatchObject({
      pages: at("/1", "/2"),
      report: { pages: 2, stoppedBy: ["pages"] },
    });
    expect((await walk(site, { maxPages: 3 })).report.stoppedBy).toEqual([]);
  });

  it("goes on behind files that fail, are broken, or are beyond a limit, and names them", async () => {
    const site = fakeSite(
      {
        "/gone.xml": { status: 404 },
        "/dead.xml": () => Promise.reject(new Error("dead")),
        "/loop.xml": redirect("/loop2.xml"),
        "/loop2.xml": redirect("/loop.xml"),
        "/broken.xml": { body: "<urlset><url><loc>/1</loc></url><url><lo" },
        "/long.xml": urlset("/2", "/3", "/x"),
        "/cut.xml": { body: "<urlset><url><loc>/4</loc></url>", truncated: true },
        "/page.xml": "<html>",
        "/good.xml": urlset("/5"),
      },
      named(..."gone dead loop broken long cut page good".split(" ").map((name) => `/${name}.xml`)),
    );
    const { pages, report } = await walk(site, { maxUrls: 2 });
    expect(pages).toEqual(at("/1", "/2", "/3", "/4", "/5"));
    expect(report.stoppedBy).toEqual(["urls", "bytes"]);
    expect(
      report.files.map(({ url, missing, stoppedBy, damaged }) => [
        url.slice(home.length),
        missing ?? stoppedBy ?? (damaged ? "damaged" : undefined),
      ]),
    ).toEqual([
      ["/gone.xml", "status"],
      ["/dead.xml", "failed"],
      ["/loop.xml", "redirects"],
      ["/broken.xml", "damaged"],
      ["/long.xml", "urls"],
      ["/cut.xml", "bytes"],
      ["/page.xml", undefined],
      ["/good.xml", undefined],
    ]);
  });

  it("reads files of other hosts only where robots.txt names the host", async () => {
    const site = fakeSite(
      {
        "https://cdn.example/named.xml": sitemapIndex(
          "https://cdn.example/child.xml",
          "https://evil.example/a.xml",
          "https://sub.site.example/b.xml",
          `http://www.site.example/c.xml`,
        ),
        "https://cdn.example/child.xml": urlset(`${home}/1`, "https://else.example/2"),
        "http://www.site.example/c.xml": redirect("https://evil.example/d.xml"),
        "*": urlset("/never"),
      },
      named("https://cdn.example/named.xml"),
    );
    const { pages, report } = await walk(site);
    expect(pages).toEqual([`${home}/1`, "https://else.example/2"]);
    expect(report.files.filter(({ missing }) => missing === "scope").map(({ url }) => url)).toEqual(
      [
        "https://evil.example/a.xml",
        "https://sub.site.example/b.xml",
        "http://www.site.example/c.xml",
      ],
    );
    expect(site.asked.filter((url) => url.includes("evil"))).toEqual([]);
    const wide = await walk(site, { includeSubdomains: true });
    expect(wide.report.files.map(({ url }) => url)).toContain("https://sub.site.example/b.xml");
    expect(wide.pages).toContain("https://sub.site.example/never");
  });

  it("asks robots.txt about files that it does not name, when it is obeyed", async () => {
    const routes = { "/index.xml": sitemapIndex("/private/a.xml"), "/private/a.xml": urlset("/1") };
    const rules = (url: string) => ({
      allowed: !url.includes("/private/") && !url.endsWith("index.xml"),
      sitemaps: at("/index.xml"),
    });
    const obeying = await walk(fakeSite(routes, rules));
    expect(obeying.report.files.map(({ missing }) => missing)).toEqual([undefined, "robots"]);
    const free = await walk(fakeSite(routes, rules), { obeyRobots: false });
    expect(free.pages).toEqual(at("/1"));
  });

  it("goes to the usual places when robots.txt fails, and to those that it is given", async () => {
    const site = fakeSite({ "/sitemap.xml": urlset("/1"), "/mine.xml": urlset("/2") }, () => {
      throw new Error("unreadable");
    });
    expect((await walk(site, { obeyRobots: false })).pages).toEqual(at("/1"));
    const given = await walk(site, { obeyRobots: false, sitemaps: at("/mine.xml") });
    expect(given.pages).toEqual(at("/2"));
    expect((await walk(site, { sitemaps: [] })).report.files).toMatchObject([
      { missing: "failed" },
    ]);
  });

  it("reads the charset of Content-Type", async () => {
    const body = Buffer.from("<urlset><url><loc>/ö</loc></url></urlset>", "latin1");
    const site = fakeSite({
      "/sitemap.xml": { type: 'text/xml; charset="iso-8859-1"', body },
    });
    expect((await walk(site)).pages).toEqual(at("/%C3%B6"));
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
    const pages = await Array.fromAsync(walking);
    expect(pages.map(({ loc }) => loc)).toEqual([site.url("/1")]);
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
    expect(() => walkSitemaps({ retries: 1 } as never, home)).toThrow("options are the second");
  });
});

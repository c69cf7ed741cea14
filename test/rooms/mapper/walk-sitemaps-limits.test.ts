import { describe, expect, it } from "vitest";
import { at, named, walk } from "./fake-walk.ts";
import {
  fakeSite,
  home,
  redirect,
  sitemapIndex,
  urlset,
  type FakeRoute,
  type FakeSite,
} from "./fake-site.ts";

describe("walkSitemaps' limits", () => {
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
    const endless: FakeRoute = () =>
      sitemapIndex(
        ...Array.from({ length: 50 }, (_, index) => `/s${index}-${site.asked.length}.xml`),
      );
    const site: FakeSite = fakeSite({ "*": endless }, named("/0.xml"));
    const deep = await walk(site, { maxDepth: 2 });
    expect(deep.report).toMatchObject({ pages: 0, stoppedBy: ["depth"] });
    expect(site.asked).toHaveLength(51);
    const many = fakeSite(
      {
        "*": () =>
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

  it("asks for no further file when it has its pages", async () => {
    const site = fakeSite({
      "/sitemap.xml": sitemapIndex("/a.xml", "/b.xml"),
      "/a.xml": urlset("/1", "/2"),
      "/b.xml": urlset("/3"),
    });
    expect((await walk(site, { maxPages: 1 })).pages).toEqual(at("/1"));
    expect(site.asked).toEqual(["/sitemap.xml", "/a.xml"]);
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

  it("asks robots.txt about where a file that it names redirects to", async () => {
    const site = fakeSite(
      { "/named.xml": redirect("/private/a.xml"), "*": urlset("/1") },
      (url) => ({
        allowed: false,
        sitemaps: url.endsWith("/") ? at("/named.xml") : [],
      }),
    );
    expect((await walk(site)).report.files).toMatchObject([{ missing: "robots" }]);
    expect(site.asked).toEqual(["/named.xml"]);
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
});

import type { SourceCall } from "dragline/mapper";
import { describe, expect, it } from "vitest";
import { map, numbered, paths } from "./fake-map.ts";
import { fakeSite, home, page, urlset } from "./fake-site.ts";

describe("Mapper.map's levels", () => {
  it.each([
    [0, ["/"], ["/"]],
    [1, ["/", "/1"], ["/"]],
    [2, ["/", "/1", "/2"], ["/", "/1"]],
    [5, ["/", "/1", "/2", "/3", "/4", "/5"], ["/", "/1", "/2", "/3", "/4"]],
  ])("goes %i link steps, and fetches no page of the last", async (depth, found, asked) => {
    const site = fakeSite({
      "/": page("/1"),
      "/1": page("/2"),
      "/2": page("/3"),
      "/3": page("/4"),
      "/4": page("/5"),
      "/5": page("/6"),
    });
    const map_ = await map(site, { depth });
    expect(paths(map_)).toEqual(found);
    expect(site.asked).toEqual(asked);
    expect(map_.truncated).toBe(false);
  });

  it("takes two steps, 100 URLs, and 100 of a level by default", async () => {
    const wide = fakeSite({ "/": page(...numbered("/a", 120)), "*": page("/deep") });
    const { totalLinks, stoppedBy } = await map(wide);
    expect([totalLinks, stoppedBy]).toEqual([100, ["limit"]]);
    const level = await map(wide, { limit: 5000 });
    expect([level.totalLinks, level.stoppedBy]).toEqual([102, ["level-limit"]]);
  });

  it.each([
    { limit: 1, found: ["/"], stops: ["limit"], pages: 1 },
    { limit: 2, found: ["/", "/a"], stops: ["limit"], pages: 1 },
    { limit: 4, found: ["/", "/a", "/b", "/c"], stops: ["limit"], pages: 2 },
    { limit: 5, found: ["/", "/a", "/b", "/c", "/d"], stops: [], pages: 3 },
    { limit: 9, found: ["/", "/a", "/b", "/c", "/d"], stops: [], pages: 3 },
  ])(
    "gives at most $limit URLs, and says whether there may be more",
    async ({ limit, found, stops, pages }) => {
      const site = fakeSite({ "/": page("/a", "/b"), "/a": page("/c"), "/b": page("/d") });
      const result = await map(site, { limit });
      expect(paths(result)).toEqual(found);
      expect([result.stoppedBy, result.truncated]).toEqual([stops, stops.length > 0]);
      expect(result.pages).toBe(pages);
    },
  );

  it("cuts off the pages that it need not read any more", async () => {
    const silence = ({ signal }: SourceCall): Promise<string> =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      });
    const site = fakeSite({ "/": page("/a", "/b"), "/a": page("/c", "/d"), "/b": silence });
    const result = await map(site, { limit: 4 });
    expect(paths(result)).toEqual(["/", "/a", "/b", "/c"]);
    expect([site.asked, site.open, result.failures]).toEqual([["/", "/a", "/b"], 0, []]);
  });

  it("takes up so many URLs of each level, and the rest where they are found again", async () => {
    const site = fakeSite({
      "/": page("/a", "/b", "/c"),
      "/a": page("/b", "/c", "/d"),
      "/b": page("/x"),
    });
    const result = await map(site, { limitPerLevel: 2, depth: 2 });
    expect(paths(result)).toEqual(["/", "/a", "/b", "/c", "/d"]);
    expect(result.stoppedBy).toEqual(["level-limit"]);
    expect(result.counts["level-limit"]).toBe(1);
  });

  it("shares a level between links and pages of a series, by turns, and keeps the order", async () => {
    const links = numbered("/l", 6);
    const series = numbered("/list?page=", 6);
    const both = fakeSite({ "/": page(...links, ...series) });
    const call = { depth: 1, limitPerLevel: 5 };
    expect(paths(await map(both, call))).toEqual([
      "/",
      ...links.slice(0, 3),
      ...series.slice(0, 2),
    ]);
    const few = fakeSite({ "/": page(...links, "/blog/page/2/") });
    expect(paths(await map(few, call))).toEqual(["/", ...links.slice(0, 4), "/blog/page/2/"]);
    const room = await map(both, { depth: 1 });
    expect(paths(room)).toEqual(["/", ...links, ...series]);
  });

  it.each([
    '<link rel="next" href="/more">',
    '<a rel="nofollow next" href="/more#x">more</a>',
    '<a rel=prev href="more">',
  ])("knows a page of a series by %s", async (html) => {
    const site = fakeSite({ "/": `${page(...numbered("/l", 9))}${html}` });
    expect(paths(await map(site, { depth: 1, limitPerLevel: 3 }))).toContain("/more");
  });

  it("reads the sitemaps as if the seed linked to their pages, behind its own links", async () => {
    const site = fakeSite({
      "/": page("/a"),
      "/a": page("/late"),
      "/sitemap.xml": urlset("/s1", "/a", "https://other.example/", "/s2#x"),
      "/s1": page("/deep"),
    });
    const result = await map(site, { sitemaps: undefined });
    expect(paths(result)).toEqual(["/", "/a", "/s1", "/s2", "/late", "/deep"]);
    expect(result.sitemaps).toMatchObject([{ url: `${home}/sitemap.xml`, entries: 4 }]);
    expect(paths(await map(site, { sitemaps: true, depth: 0 }))).toEqual(["/"]);
  });

  it("shares the first level between the seed's links and the sitemaps, and reads no more of them", async () => {
    const site = fakeSite(
      {
        "/": page(...numbered("/l", 50)),
        "/1.xml": urlset(...numbered("/s", 50)),
        "/2.xml": urlset("/never"),
      },
      () => ({ sitemaps: [`${home}/1.xml`, `${home}/2.xml`] }),
    );
    const result = await map(site, { sitemaps: true, depth: 1, limitPerLevel: 6 });
    expect(paths(result)).toEqual(["/", "/l1", "/l2", "/l3", "/s1", "/s2", "/s3"]);
    expect(result.stoppedBy).toEqual(["level-limit"]);
    expect(site.asked).not.toContain("/2.xml");
  });

  it("names the other languages that a sitemap names", async () => {
    const body = `<urlset><url><loc>/en</loc><xhtml:link rel="alternate" hreflang="de" href="/de"/></url></urlset>`;
    const site = fakeSite({ "/": "", "/sitemap.xml": { body } });
    expect(paths(await map(site, { sitemaps: true }))).toEqual(["/", "/en", "/de"]);
  });
});

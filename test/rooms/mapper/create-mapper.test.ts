import { tracingChannel } from "node:diagnostics_channel";
import { createFetcher } from "dragline/fetcher";
import { createMapper, type MapCall } from "dragline/mapper";
import { createSite, FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { map, paths } from "./fake-map.ts";
import { fakeSite, home, page, urlset } from "./fake-site.ts";

describe("Mapper.map", () => {
  it("gives the site's URLs in the order in which they were found, the seed first", async () => {
    const site = fakeSite({
      "/": page("/b", "/a#part", "/b?utm_source=x", "https://www.site.example/w", "/", "/a"),
      "/b": page("/d", "/a", "/c"),
      "/a": page("/e", "/d"),
      "https://www.site.example/w": page("/f"),
    });
    expect(await map(site)).toEqual({
      url: `${home}/`,
      links: [
        ...["/", "/b", "/a"].map((path) => home + path),
        "https://www.site.example/w",
        ...["/d", "/c", "/e"].map((path) => home + path),
        "https://www.site.example/f",
      ],
      externalLinks: [],
      totalLinks: 8,
      totalExternalLinks: 0,
      truncated: false,
      stoppedBy: [],
      counts: {
        taken: 8,
        duplicate: 5,
        limit: 0,
        "level-limit": 0,
        scope: 0,
        "not-http": 0,
        invalid: 0,
      },
      pages: 4,
      failures: [],
      sitemaps: [],
    });
  });

  it("counts every reference once", async () => {
    const site = fakeSite({
      "/": page(
        "/a",
        "/a",
        "mailto:x@y.example",
        "https://x.example/",
        "http://[",
        `/${"x".repeat(9000)}`,
      ),
      "/a": page("https://x.example/", "/b", "/c", "javascript:void(0)"),
    });
    const { counts } = await map(site, { includeExternalLinks: true, limit: 3 });
    expect(counts).toEqual({
      taken: 3,
      duplicate: 2,
      limit: 1,
      "level-limit": 0,
      scope: 1,
      "not-http": 2,
      invalid: 2,
    });
  });

  it("finds the links of areas, frames, refreshes and base URLs", async () => {
    const site = fakeSite({
      "/": `<base href="/base/"><map><area href="a"></map><iframe src="b"></iframe>
        <meta http-equiv="refresh" content="5; url='c'"><img src="no.png">
        <link rel="stylesheet" href="no.css">`,
    });
    expect(paths(await map(site, { depth: 1 })).toSorted()).toEqual([
      "/",
      "/base/a",
      "/base/b",
      "/base/c",
    ]);
  });

  it("finds where headers send a page's reader, and nothing in templates", async () => {
    const refresh = (address: string) => ({ "content-type": "text/html", refresh: address });
    const site = fakeSite({
      "/": {
        headers: refresh("9; url=/a"),
        body: "<template><a href=/no></a></template><svg><a xlink:href=/b></a></svg>",
      },
      "/a": { headers: { "content-type": "text/plain", refresh: "0;/c" }, body: "text" },
    });
    expect(paths(await map(site, { depth: 2 })).toSorted()).toEqual(["/", "/a", "/b", "/c"]);
  });

  it("takes session parameters for no difference, and others by option", async () => {
    const site = fakeSite({
      "/": page("/a?sid=1", "/a?SID=2", "/a;jsessionid=3", "/b?v=1", "/b?v=2"),
    });
    expect(paths(await map(site))).toEqual(["/", "/a", "/b?v=1", "/b?v=2"]);
    expect(paths(await map(site, { ignoreParameters: ["v"] }))).toEqual([
      "/",
      "/a?sid=1",
      "/a?SID=2",
      "/a;jsessionid=3",
      "/b",
    ]);
  });

  it("gives subdomains and other sites by option, and never fetches the latter", async () => {
    const site = fakeSite({
      "/": page(
        "https://docs.site.example/",
        "https://other.example/#x",
        "https://other.example/",
        "//other.example:444/",
      ),
      "*": page("/in"),
    });
    const plain = await map(site, { includeExternalLinks: true });
    expect(plain.externalLinks).toEqual([
      "https://docs.site.example/",
      "https://other.example/",
      "https://other.example:444/",
    ]);
    expect(plain.totalExternalLinks).toBe(3);
    expect(site.asked).toEqual(["/"]);
    const wide = await map(site, { includeSubdomains: true });
    expect(wide.links).toContain("https://docs.site.example/in");
    expect(wide.externalLinks).toEqual([]);
  });

  it("gives only URLs that contain the search, in any case, of the same map", async () => {
    const site = fakeSite({
      "/": page("/News/1", "/about", "https://x.example/NEWS"),
      "/about": page("/news"),
    });
    const result = await map(site, { search: "nEWs", includeExternalLinks: true });
    expect(paths(result)).toEqual(["/News/1", "/news"]);
    expect(result.externalLinks).toEqual(["https://x.example/NEWS"]);
    expect([result.totalLinks, result.totalExternalLinks, result.counts.taken]).toEqual([2, 1, 4]);
  });

  it("passes country, session and headers, and asks once and only for pages", async () => {
    const calls: object[] = [];
    const site = fakeSite({ "/": (call) => (calls.push(call), "") });
    await map(site, { country: "de", session: "s", headers: { "x-a": "b" } });
    expect(calls).toMatchObject([
      {
        country: "de",
        session: "s",
        headers: { "x-a": "b" },
        redirect: "manual",
        retries: 0,
        mediaTypes: ["text/html", "application/xhtml+xml"],
        maxBytes: 10_485_760,
        onOversize: "truncate",
      },
    ]);
  });

  it("takes pages from the source and sitemaps from the fetcher when it has both", async () => {
    const fetcher = fakeSite({ "/sitemap.xml": urlset("/s") }, () => ({ allowed: true }));
    const site = fakeSite({ "/": page("/a"), "*": "" });
    const mapper = createMapper({ fetcher, source: site });
    expect(paths(await mapper.map(home))).toEqual(["/", "/a", "/s"]);
    expect([fetcher.asked, site.asked]).toEqual([["/sitemap.xml"], ["/", "/a", "/s"]]);
  });

  it("says when a page was cut", async () => {
    const result = await map(fakeSite({ "/": { body: page("/a"), truncated: true } }), {
      depth: 1,
    });
    expect([paths(result), result.stoppedBy]).toEqual([["/", "/a"], ["page-size"]]);
  });

  it("can be traced", async () => {
    const seen: unknown[] = [];
    const channel = tracingChannel<string, object>("dragline:mapper:map");
    const handlers = {
      start: (context: object) => seen.push(context),
      end() {},
      asyncStart() {},
      asyncEnd() {},
      error() {},
    };
    channel.subscribe(handlers);
    await map(fakeSite({ "/": "" }));
    channel.unsubscribe(handlers);
    expect(seen).toEqual([expect.objectContaining({ url: `${home}/` })]);
  });

  it("maps a site through a fetcher, and leaves no connection", async () => {
    await using site = await createSite({
      "/": page("/a", "/b"),
      "/a": { status: 302, headers: { location: "/c" } },
      "/b": page("/d"),
      "/c": page("/e"),
      "/robots.txt": { status: 404 },
    });
    const fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
    const { links, sitemaps } = await createMapper({ fetcher }).map(site.origin);
    expect(links).toEqual(["/", "/c", "/b", "/e", "/d"].map((path) => site.url(path)));
    expect(sitemaps).toEqual([]);
    await fetcher[Symbol.asyncDispose]();
    await site.idle();
  });

  it.each<[string, MapCall]>([
    ["limit", { limit: 0 }],
    ["limit", { limit: 5001 }],
    ["limit", { limit: 1.5 }],
    ["depth", { depth: 6 }],
    ["depth", { depth: -1 }],
    ["limitPerLevel", { limitPerLevel: 501 }],
    ["limitPerLevel", { limitPerLevel: 0 }],
    ["search", { search: 5 as never }],
    ["ignoreParameters", { ignoreParameters: "sid" as never }],
    ["useBrowser", { useBrowser: true } as never],
  ])("refuses a bad %s", async (name, call) => {
    await expect(map(fakeSite({ "/": "" }), call)).rejects.toThrow(`'${name}'`);
  });

  it("takes what is undefined for absent", async () => {
    const call = { limit: undefined, depth: undefined, search: undefined, signal: undefined };
    expect(paths(await map(fakeSite({ "/": "" }), call))).toEqual(["/"]);
  });

  it.each(["", "site.example", "ftp://site.example/", "javascript:1"])(
    "refuses the seed %j",
    async (seed) => {
      await expect(map(fakeSite({}), {}, { seed })).rejects.toMatchObject({ code: "INVALID_URL" });
    },
  );
});

describe("createMapper", () => {
  it("refuses to work without a source, and bad options", () => {
    const source = fakeSite({});
    expect(() => createMapper({})).toThrow("'fetcher'");
    expect(() => createMapper({ source }, { maxConcurrency: 0 })).toThrow("'maxConcurrency'");
    expect(() => createMapper({ source }, { retries: -1 })).toThrow("'retries'");
    expect(() => createMapper({ source }, { pageTimeoutMs: 0 })).toThrow("'pageTimeoutMs'");
    expect(() => createMapper({ source }, { maxPauseMs: -1 })).toThrow("'maxPauseMs'");
    expect(() => createMapper({ source }, { maxPageBytes: 0 })).toThrow("'maxPageBytes'");
    expect(() => createMapper({ source, retries: 1 } as never)).toThrow("options as the second");
  });

  it("makes a mapper that maps several sites at once", async () => {
    const clock = new FakeClock();
    const site = fakeSite({ "/": page("/a"), "https://b.example/": page("/c"), "*": "" });
    const mapper = createMapper({ source: site, clock });
    const both = [
      mapper.map(home, { sitemaps: false }),
      mapper.map("https://b.example", { sitemaps: false }),
    ];
    const maps = await Promise.all(both);
    expect(maps.map(({ links }) => links)).toEqual([
      [`${home}/`, `${home}/a`],
      ["https://b.example/", "https://b.example/c"],
    ]);
  });
});

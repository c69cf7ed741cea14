import { tracingChannel } from "node:diagnostics_channel";
import { createFetcher } from "dragline/fetcher";
import {
  createMapper,
  isMapError,
  type MapCall,
  type MapError,
  type MapperCollaborators,
  type MapperOptions,
  type SiteMap,
} from "dragline/mapper";
import { createSite, FakeClock } from "dragline/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  fakeSite,
  home,
  page,
  reasonOf,
  redirect,
  urlset,
  type FakeRoute,
  type FakeSite,
} from "./fake-site.ts";

interface MapParts extends Partial<MapperCollaborators> {
  readonly options?: MapperOptions;
  readonly seed?: string;
}

function map(site: FakeSite, call: MapCall = {}, parts: MapParts = {}): Promise<SiteMap> {
  const { options, seed = home, ...rest } = parts;
  const mapper = createMapper({ source: site, robots: site.robots, ...rest }, options);
  return mapper.map(seed, { sitemaps: false, ...call });
}

/** The paths of a map's links. */
function paths({ links }: SiteMap): string[] {
  return links.map((url) => (url.startsWith(`${home}/`) ? url.slice(home.length) : url));
}

async function failureOf(promise: Promise<unknown>): Promise<MapError> {
  const error = await reasonOf(promise);
  if (isMapError(error)) return error;
  throw error;
}

const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);

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
    [1, ["/"], ["limit"], ["/"]],
    [2, ["/", "/a"], ["limit"], ["/"]],
    [4, ["/", "/a", "/b", "/c"], ["limit"], ["/", "/a"]],
    [5, ["/", "/a", "/b", "/c", "/d"], [], ["/", "/a", "/b"]],
    [9, ["/", "/a", "/b", "/c", "/d"], [], ["/", "/a", "/b"]],
  ])(
    "gives at most %i URLs, and says whether there may be more",
    async (limit, found, stops, asked) => {
      const site = fakeSite({ "/": page("/a", "/b"), "/a": page("/c"), "/b": page("/d") });
      const result = await map(site, { limit }, { options: { maxConcurrency: 1 } });
      expect(paths(result)).toEqual(found);
      expect([result.stoppedBy, result.truncated]).toEqual([stops, stops.length > 0]);
      // One page ahead may have been begun.
      expect(asked).toEqual(site.asked.slice(0, asked.length));
      expect(site.asked.length).toBeLessThanOrEqual(asked.length + 1);
    },
  );

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

  it("names what robots.txt forbids and does not fetch it, unless it is not obeyed", async () => {
    const rules = (url: string) => ({ allowed: !url.includes("/private") });
    const site = fakeSite(
      { "/": page("/private", "/a"), "/a": redirect("/private/2"), "*": page("/x") },
      rules,
    );
    const result = await map(site);
    expect(paths(result)).toEqual(["/", "/private", "/private/2"]);
    expect(result.failures).toMatchObject([
      { url: `${home}/private`, reason: "robots" },
      { url: `${home}/a`, leadsTo: `${home}/private/2`, reason: "robots" },
    ]);
    expect(site.asked).toEqual(["/", "/a"]);
    expect(paths(await map(site, { obeyRobots: false }))).toEqual([
      "/",
      "/private",
      "/private/2",
      "/x",
    ]);
  });

  it("puts what redirects under its last URL, once", async () => {
    const site = fakeSite({
      "/": page("/old", "/older", "/new2", "/to-seed", "/known"),
      "/old": redirect("/hop", 301),
      "/hop": redirect("new"),
      "/older": redirect("/new"),
      "/new": page("relative"),
      "/new2": page("/x"),
      "/known": redirect("/new2"),
      "/to-seed": redirect("/?utm_source=x"),
    });
    const result = await map(site);
    expect(paths(result)).toEqual(["/", "/new", "/new2", "/relative", "/x"]);
    expect(result.counts).toMatchObject({ taken: 5, duplicate: 3 });
    expect(result.failures).toEqual([]);
    expect(site.asked.filter((path) => path === "/new2")).toHaveLength(1);
  });

  it("follows no redirect out of the site, and counts its target as external", async () => {
    const site = fakeSite({
      "/": page("/out", "/mail"),
      "/out": redirect("https://other.example/x#y"),
      "/mail": redirect("mailto:x"),
    });
    const result = await map(site, { includeExternalLinks: true });
    expect(paths(result)).toEqual(["/"]);
    expect(result.externalLinks).toEqual(["https://other.example/x"]);
    expect(result.failures).toMatchObject([
      { url: `${home}/out`, leadsTo: "https://other.example/x#y", reason: "redirect-scope" },
      { url: `${home}/mail`, leadsTo: "mailto:x", reason: "redirect-scope" },
    ]);
    expect(site.asked).toEqual(["/", "/out", "/mail"]);
  });

  it("gives up redirects without end, and keeps their first URL", async () => {
    let turn = 0;
    const site = fakeSite({
      "/": page("/endless", "/self", "/ping"),
      "/endless": () => redirect(`/endless/${(turn += 1)}`),
      "*": () => redirect(`/endless/${(turn += 1)}`),
      "/self": redirect("/self"),
      "/ping": redirect("/pong"),
      "/pong": redirect("/ping"),
    });
    const result = await map(site);
    expect(paths(result)).toEqual(["/", "/endless", "/self", "/ping"]);
    expect(result.failures.map(({ reason }) => reason)).toEqual([
      "redirects",
      "redirects",
      "redirects",
    ]);
    expect(site.asked.length).toBeLessThan(20);
  });

  it("follows a redirect to the same URL that a cookie ends", async () => {
    const answers = [redirect("/a?sid=5"), redirect("/a")];
    const site = fakeSite({
      "/": page("/a"),
      "/a": () => answers.pop() ?? page("/in"),
      "/a?sid=5": page("/in"),
    });
    expect(paths(await map(site))).toEqual(["/", "/a", "/in"]);
  });

  it("judges where a browser ended by itself", async () => {
    const site = fakeSite({
      "/": page("/in", "/out"),
      "/in": { url: `${home}/shown`, body: page("/x") },
      "/out": { url: "https://other.example/", body: page("/y") },
    });
    const result = await map(site);
    expect(paths(result)).toEqual(["/", "/shown", "/x"]);
    expect(result.failures).toMatchObject([{ reason: "redirect-scope" }]);
  });

  it("goes on behind pages that cannot be had, and names them", async () => {
    const site = fakeSite({
      "/": page("/dead", "/gone", "/file", "/good"),
      "/dead": () => Promise.reject(new Error("no such host")),
      "/file": { type: "application/pdf", body: page("/never") },
      "/good": page("/x"),
    });
    const result = await map(site);
    expect(paths(result)).toEqual(["/", "/dead", "/gone", "/file", "/good", "/x"]);
    expect(result.failures).toEqual([
      {
        url: `${home}/dead`,
        leadsTo: undefined,
        reason: "failed",
        status: undefined,
        error: "no such host",
      },
      { url: `${home}/gone`, leadsTo: undefined, reason: "status", status: 404, error: undefined },
    ]);
  });

  it.each<[string, FakeRoute, string]>([
    ["a status", { status: 500, body: page("/a") }, "the answer was 500"],
    ["no answer", () => Promise.reject(new Error("no such host.")), "no such host"],
    [
      "a redirect to another site",
      redirect("https://other.example/"),
      "it redirects to https://other.example/, which is of another site",
    ],
    ["redirects without end", redirect("/"), "its redirects have no end"],
  ])("fails when the seed gives %s", async (_, route, sentence) => {
    const error = await failureOf(map(fakeSite({ "/": route })));
    expect(error).toMatchObject({ code: "SEED_FAILED", details: { url: `${home}/` } });
    expect(error.message).toBe(`Expected a page at '${home}/'; ${sentence}.`);
  });

  it("fails when robots.txt forbids the seed", async () => {
    const site = fakeSite({ "*": "" }, () => ({ allowed: false }));
    const error = await failureOf(map(site, { depth: 0 }));
    expect(error.details).toMatchObject({ reason: "robots" });
    expect(site.asked).toEqual([]);
  });

  it("stands on the sitemaps alone when the seed cannot be had", async () => {
    const site = fakeSite({ "/sitemap.xml": urlset("/a"), "/a": page("/b") });
    const result = await map(site, { sitemaps: true });
    expect(paths(result)).toEqual(["/", "/a", "/b"]);
    expect(result.failures).toMatchObject([{ url: `${home}/`, reason: "status", status: 404 }]);
    const moved = fakeSite({ "/": redirect("https://x.example/"), "/sitemap.xml": urlset("/a") });
    expect((await failureOf(map(moved, { sitemaps: true }))).code).toBe("SEED_FAILED");
  });

  it("starts from where the seed redirects to", async () => {
    const www = "https://www.site.example/start";
    const site = fakeSite({ "/": redirect(www), [www]: page("/a") });
    const result = await map(site);
    expect([result.url, result.links]).toEqual([`${home}/`, [www, "https://www.site.example/a"]]);
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

  it("finds the same on the same site, whatever is fast or slow", async () => {
    const urls = numbered("/p", 30);
    const random = fc.record({
      links: fc.array(fc.array(fc.nat(32), { maxLength: 8 }), { minLength: 31, maxLength: 31 }),
      turns: fc.array(fc.nat(12), { minLength: 5, maxLength: 20 }),
      limit: fc.integer({ min: 1, max: 30 }),
      limitPerLevel: fc.integer({ min: 1, max: 12 }),
      depth: fc.nat(5),
    });
    await fc.assert(
      fc.asyncProperty(random, async ({ links, turns, ...call }) => {
        const targets = [...urls, "/", "/list?page=2", "/gone"];
        const bodies = links.map((found) => page(...found.map((index) => targets[index] ?? "/")));
        const answers: [string, FakeRoute][] = urls.map((url, index) => {
          const target = index % 7 === 3 ? links[index]?.[0] : undefined;
          return [
            url,
            target === undefined ? (bodies[index] ?? "") : redirect(targets[target] ?? "/"),
          ];
        });
        const routes = Object.fromEntries([["/", bodies[30] ?? ""] as const, ...answers]);
        const still = await map(fakeSite(routes), call, { options: { maxConcurrency: 1 } });
        let turn = 0;
        const slow = Object.fromEntries(
          Object.entries(routes).map(([url, route]) => [
            url,
            async () => {
              for (let left = turns[turn++ % turns.length] ?? 0; left > 0; left--) await null;
              return route;
            },
          ]),
        );
        expect(await map(fakeSite(slow), call, { options: { maxConcurrency: 5 } })).toEqual(still);
        expect(still.links.length).toBeLessThanOrEqual(call.limit);
        expect(new Set(still.links).size).toBe(still.links.length);
        expect(still.counts.taken).toBe(still.links.length);
      }),
      { seed: 6, numRuns: 120 },
    );
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
    expect(() => createMapper({ source, retries: 1 } as never)).toThrow("options are the second");
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

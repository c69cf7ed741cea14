import { createCrawler, type CrawlCall, type CrawlPage } from "dragline/crawler";
import { FakeClock } from "dragline/testing";
import { MemoryRecords } from "dragline/storage/memory";
import { describe, expect, it } from "vitest";
import { links, PaperSite, robots, type PaperPage } from "./paper-site.ts";

type Pages = ConstructorParameters<typeof PaperSite>[0];

interface Ways {
  readonly call?: CrawlCall;
  readonly forbidden?: readonly string[];
  readonly delay?: number;
  readonly clock?: FakeClock;
  readonly retries?: number;
}

/** Crawls under a clock that goes on by itself as soon as nothing else happens. */
async function crawled(
  pages: Pages,
  { call, forbidden = [], delay, clock = new FakeClock(), retries = 0 }: Ways = {},
) {
  const site = new PaperSite(pages);
  const collaborators = { source: site, robots: robots(forbidden, delay), clock };
  await using crawler = createCrawler(collaborators, { threads: 0, retries });
  const crawl = crawler.crawl("http://site.test/", { formats: [], canonical: "follow", ...call });
  const found: CrawlPage[] = [];
  const over = (async () => {
    for await (const page of crawl) found.push(page);
    return true;
  })();
  for (let ended = false; !ended;) {
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
    ended = await Promise.race([over, Promise.resolve(false)]);
    if (!ended) await clock.advance(clock.untilNext ?? 0);
  }
  const completed = found.filter(({ status }) => status === "completed");
  const pathOf = ({ url }: CrawlPage): string => url.replace("http://site.test", "");
  return {
    paths: completed.map(pathOf).toSorted(),
    all: found.map(pathOf).toSorted(),
    counts: (await crawl.summary).counts,
    asked: site.asked,
  };
}

const canonical = (url: string, rest = ""): string =>
  `<head><link rel="canonical" href="${url}"></head>${rest}`;

const to = (location: string): PaperPage => ({ status: 302, headers: { location } });

describe("a page that names another as canonical", () => {
  it.each<[string, Pages, readonly string[]]>([
    ["fails", { "/c": { status: 404 } }, []],
    ["is gone", { "/c": { status: 410 } }, []],
    ["fails for now", { "/c": { status: 503 } }, []],
    ["is not there at all", {}, []],
    ["redirects back", { "/c": to("/a") }, []],
    ["redirects back over another", { "/c": to("/d"), "/d": to("/a") }, []],
    ["redirects to what is not there", { "/c": to("/d") }, []],
    ["redirects out of the site", { "/c": to("http://other.test/") }, []],
    ["redirects to itself", { "/c": to("/c") }, []],
    ["is forbidden", { "/c": "c" }, ["/c"]],
    ["is of another type", { "/c": { type: "application/pdf" } }, []],
    ["breaks", { "/c": () => Promise.reject(new Error("reset")) }, []],
  ])("is kept when that %s", async (_, pages, forbidden) => {
    const { paths, counts } = await crawled(
      { "/": links("/a"), "/a": canonical("/c"), ...pages },
      { forbidden },
    );
    expect(paths).toEqual(["/", "/a"]);
    expect(counts.duplicate).toBeUndefined();
  });

  it.each([
    ["is of another site", "http://other.test/c"],
    ["is of another scheme", "mailto:c@site.test"],
    ["is no URL", "http://"],
    ["is itself", "/a"],
    ["is itself in another spelling", "HTTP://SITE.test:80/a?utm_source=x#top"],
  ])("is kept when that %s", async (_, url) => {
    const { paths, asked } = await crawled({ "/": links("/a"), "/a": canonical(url) });
    expect(paths).toEqual(["/", "/a"]);
    expect(asked).toEqual(["/", "/a"]);
  });

  it("is kept when the crawl excludes that", async () => {
    const pages = { "/": links("/a"), "/a": canonical("/c"), "/c": "c" };
    expect((await crawled(pages, { call: { exclude: ["/c"] } })).paths).toEqual(["/", "/a"]);
  });

  it("is a duplicate once that was fetched, which happens once", async () => {
    const pages = {
      "/": links("/a"),
      "/a": canonical("/c"),
      "/c": canonical("/c", links("/d")),
      "/d": "d",
    };
    const { paths, asked, counts } = await crawled(pages);
    expect(paths).toEqual(["/", "/c", "/d"]);
    expect(asked.toSorted()).toEqual(["/", "/a", "/c", "/d"]);
    expect(counts).toEqual({ completed: 3, duplicate: expect.any(Number) });
  });

  it("keeps a whole site whose pages all name one that is not there", async () => {
    const paths = Array.from({ length: 20 }, (_, at) => `/p${at}`);
    const pages = Object.fromEntries(paths.map((path) => [path, canonical("/gone")]));
    const { paths: found } = await crawled({ "/": canonical("/gone", links(...paths)), ...pages });
    expect(found).toEqual(["/", ...paths].toSorted());
  });

  it("is a duplicate of the page that links to it", async () => {
    const pages = { "/": links("/c"), "/c": links("/c?print=1"), "/c?print=1": canonical("/c") };
    expect((await crawled(pages)).paths).toEqual(["/", "/c"]);
  });

  it("is a duplicate of one that came at the second attempt", async () => {
    let asked = 0;
    const pages = {
      "/": links("/c", "/x"),
      "/c": () => ((asked += 1) === 1 ? { status: 503 } : { html: links("/a") }),
      "/a": canonical("/c"),
      "/x": "x",
    };
    const { paths } = await crawled(pages, { retries: 1 });
    expect(paths).toEqual(["/", "/c", "/x"]);
  });

  it("is fetched once although its turn comes while it is looked at", async () => {
    const seen = Promise.withResolvers<void>();
    const late = Promise.withResolvers<void>();
    const pages = {
      "/": links("/a", "/b"),
      "/a": canonical("/c"),
      "/b": async () => {
        await seen.promise;
        return { html: links("/c") };
      },
      "/c": async () => {
        seen.resolve();
        for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
        late.resolve();
        return { html: "c" };
      },
    };
    const { paths, asked } = await crawled(pages);
    await late.promise;
    expect(paths).toEqual(["/", "/b", "/c"]);
    expect(asked.toSorted()).toEqual(["/", "/a", "/b", "/c"]);
  });

  it("gives one page for many that name it", async () => {
    const paths = Array.from({ length: 20 }, (_, at) => `/p${at}`);
    const pages = Object.fromEntries(paths.map((path) => [path, canonical("/c")]));
    const { paths: found, asked } = await crawled({ "/": links(...paths), "/c": "c", ...pages });
    expect(found).toEqual(["/", "/c"]);
    expect(asked.filter((path) => path === "/c")).toHaveLength(1);
  });

  it.each<[string, Pages, readonly string[]]>([
    ["two that name each other", { "/a": canonical("/b"), "/b": canonical("/a") }, ["/", "/b"]],
    [
      "three in a circle",
      { "/a": canonical("/b"), "/b": canonical("/c"), "/c": canonical("/a") },
      ["/", "/c"],
    ],
    [
      "a chain",
      { "/a": canonical("/b"), "/b": canonical("/c"), "/c": canonical("/d"), "/d": "d" },
      ["/", "/d"],
    ],
    ["a chain that breaks", { "/a": canonical("/b"), "/b": canonical("/c") }, ["/", "/b"]],
    [
      "a chain into a circle",
      { "/a": canonical("/b"), "/b": canonical("/c"), "/c": canonical("/b") },
      ["/", "/c"],
    ],
    ["a redirect on the way", { "/a": canonical("/b"), "/b": to("/d"), "/d": "d" }, ["/", "/d"]],
    [
      "a redirect back to the second",
      { "/a": canonical("/b"), "/b": canonical("/c"), "/c": to("/b") },
      ["/", "/b"],
    ],
  ])("gives one page of %s, wherever the crawl comes in", async (_, pages, expected) => {
    const paths = Object.keys(pages);
    for (const order of [paths, paths.toReversed(), paths.slice(0, 1)]) {
      expect((await crawled({ "/": links(...order), ...pages })).paths).toEqual(expected);
    }
  });

  it("is not gone after for ever", async () => {
    const pages: Record<string, string> = { "/": links("/0") };
    for (let at = 0; at < 1000; at++) pages[`/${at}`] = canonical(`/${at + 1}`);
    const { paths, asked } = await crawled(pages);
    expect(paths).toEqual(["/", "/0"]);
    expect(asked.length).toBeLessThan(12);
  });

  it("gives way as a seed, too, and is kept as one", async () => {
    expect((await crawled({ "/": canonical("/home"), "/home": "h" })).paths).toEqual(["/home"]);
    expect((await crawled({ "/": canonical("/home"), "/home": to("/") })).paths).toEqual(["/"]);
  });

  it.each([1, 2, 3, 7])("keeps a limit of %i pages exactly", async (maxPages) => {
    const paths = Array.from({ length: 10 }, (_, at) => `/p${at}`);
    const pages = Object.fromEntries(
      paths.flatMap((path) => [
        [path, canonical(`${path}/c`)],
        [`${path}/c`, "c"],
      ]),
    );
    const { all } = await crawled({ "/": links(...paths), ...pages }, { call: { maxPages } });
    expect(all).toHaveLength(maxPages);
  });

  it("waits for the crawl-delay before it looks", async () => {
    const clock = new FakeClock();
    const times: number[] = [];
    const seen = (html: string) => () => {
      times.push(clock.monotonic());
      return { html };
    };
    const pages = { "/": seen(links("/a")), "/a": seen(canonical("/c")), "/c": seen("c") };
    const { paths } = await crawled(pages, { clock, delay: 2_000 });
    expect(paths).toEqual(["/", "/c"]);
    expect(times.slice(1).every((time, at) => time - (times[at] ?? 0) >= 2_000)).toBe(true);
  });

  it("is decided in the same way after a stop", async () => {
    const records = new MemoryRecords();
    const pages = {
      "/": links("/a", "/b", "/x"),
      "/a": canonical("/c"),
      "/b": canonical("/gone"),
      "/x": canonical("/c"),
      "/c": "c",
    };
    const found: string[] = [];
    for (let run = 0; run < 10; run++) {
      const source = new PaperSite(pages);
      await using crawler = createCrawler({ source, robots: robots([]), records }, { threads: 0 });
      const call = { id: "one", formats: [], canonical: "follow", takeOver: true } as const;
      for await (const { url } of crawler.crawl("http://site.test/", call)) {
        found.push(new URL(url).pathname);
        if (found.length % 2 === 0) break;
      }
    }
    expect([...new Set(found)].toSorted()).toEqual(["/", "/b", "/c"]);
  });
});

import {
  createCrawler,
  type CrawlCall,
  type CrawlerOptions,
  type CrawlPage,
} from "dragline/crawler";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { links, PaperSite, robots, type PaperPage } from "./paper-site.ts";

/** Crawls under a clock that goes on by itself as soon as nothing else happens. */
async function crawledAt(
  clock: FakeClock,
  site: PaperSite,
  { call, options, delay }: { call?: CrawlCall; options?: CrawlerOptions; delay?: number } = {},
) {
  const collaborators = { source: site, robots: robots([], delay), clock };
  await using crawler = createCrawler(collaborators, { threads: 0, ...options });
  const crawl = crawler.crawl("http://site.test/", { formats: [], ...call });
  const pages: CrawlPage[] = [];
  const over = (async () => {
    for await (const page of crawl) pages.push(page);
    return true;
  })();
  for (let ended = false; !ended;) {
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
    ended = await Promise.race([over, Promise.resolve(false)]);
    if (!ended) await clock.advance(clock.untilNext ?? 0);
  }
  return {
    pages,
    summary: await crawl.summary,
    paths: pages.map(({ url }) => new URL(url).pathname),
  };
}

/** Answers in turn; the last one again and again. */
function inTurn(...answers: readonly PaperPage[]): () => PaperPage {
  let index = 0;
  return () => answers[Math.min(index++, answers.length - 1)] ?? {};
}

describe("a crawl of pages that fail", () => {
  it("comes back to a busy page after the time that it asks for", async () => {
    const clock = new FakeClock();
    const times: number[] = [];
    const answer = inTurn({ status: 503, headers: { "retry-after": "7" } }, { html: "there" });
    const site = new PaperSite({
      "/": () => {
        times.push(clock.monotonic());
        return answer();
      },
    });
    const { pages } = await crawledAt(clock, site);
    expect(pages).toMatchObject([{ status: "completed", attempts: 2 }]);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(7_000);
  });

  it("gives up after the retries, and says how it ended", async () => {
    const site = new PaperSite({ "/": { status: 429 } });
    const { pages, summary } = await crawledAt(new FakeClock(), site, { options: { retries: 3 } });
    expect(pages).toMatchObject([{ status: "failed", statusCode: 429, attempts: 4 }]);
    expect(site.asked).toHaveLength(4);
    expect(summary.counts).toEqual({ failed: 1 });
  });

  it("gives up a page that takes too long", async () => {
    const clock = new FakeClock();
    const site = new PaperSite({
      "/": links("/slow"),
      "/slow": ({ signal }) =>
        new Promise((_, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason as Error)),
        ),
    });
    const { pages } = await crawledAt(clock, site, { options: { pageTimeoutMs: 5_000 } });
    expect(pages[1]).toMatchObject({ status: "failed", code: "TIMEOUT", durationMs: 5_000 });
  });
});

describe("a crawl of redirects", () => {
  it("gives the page at their end, under its own URL", async () => {
    const site = new PaperSite({
      "/": links("/old", "/new"),
      "/old": { status: 301, headers: { location: "/older" } },
      "/older": { status: 302, headers: { location: "/new#part" } },
      "/new": "new",
    });
    const { paths, summary } = await crawledAt(new FakeClock(), site);
    expect(paths.toSorted()).toEqual(["/", "/new"]);
    expect(site.asked.filter((path) => path === "/new")).toHaveLength(1);
    expect(summary.counts).toMatchObject({ completed: 2, redirected: 2 });
  });

  it("never follows one out of scope", async () => {
    const site = new PaperSite({
      "/": links("/away", "/mail", "/private"),
      "/away": { status: 302, headers: { location: "http://other.test/" } },
      "/mail": { status: 302, headers: { location: "mailto:a@b" } },
      "/private": { status: 302, headers: { location: "/x/y" } },
    });
    const { summary } = await crawledAt(new FakeClock(), site, { call: { exclude: ["/x/*"] } });
    expect(site.asked.toSorted()).toEqual(["/", "/away", "/mail", "/private"]);
    expect(summary.counts).toMatchObject({ completed: 1, "redirect-scope": 3 });
  });

  it("follows the seed's, whatever the globs say", async () => {
    const site = new PaperSite({
      "/": { status: 302, headers: { location: "/en/" } },
      "/en/": links("/docs/a", "/other"),
      "/docs/a": "a",
    });
    const { paths } = await crawledAt(new FakeClock(), site, { call: { include: ["/docs/*"] } });
    expect(paths).toEqual(["/en/", "/docs/a"]);
  });

  it("ends loops", async () => {
    const site = new PaperSite({
      "/": links("/a"),
      "/a": { status: 302, headers: { location: "/b" } },
      "/b": { status: 302, headers: { location: "/a" } },
    });
    const { summary } = await crawledAt(new FakeClock(), site);
    expect(summary.counts).toMatchObject({ completed: 1, redirected: 2, duplicate: 1 });
  });

  it("ends chains that go on for ever", async () => {
    const chain = Object.fromEntries(
      Array.from({ length: 50 }, (_, step) => [
        `/${step}`,
        { status: 302, headers: { location: `/${step + 1}` } },
      ]),
    );
    const site = new PaperSite({ "/": links("/0"), ...chain });
    const { pages } = await crawledAt(new FakeClock(), site);
    expect(pages[1]).toMatchObject({ status: "failed", code: "TOO_MANY_REDIRECTS" });
    expect(site.asked).toHaveLength(1 + 11);
  });

  it("shows a page its cookies when it redirects to itself for them", async () => {
    const answer = inTurn(
      { status: 302, headers: { location: "/?sid=1" } },
      { status: 302, headers: { location: "/?sid=1" } },
      { html: "hello" },
    );
    const site = new PaperSite({ "/": answer, "/?sid=1": answer });
    const { pages } = await crawledAt(new FakeClock(), site);
    expect(pages).toMatchObject([{ url: "http://site.test/", status: "completed" }]);
    expect(site.asked).toEqual(["/", "/", "/?sid=1"]);
    const [first, ...later] = site.calls.map(({ session }) => session);
    expect(first).toBeUndefined();
    expect(new Set(later).size).toBe(1);
    expect(later[0]).toBeDefined();
  });

  it("takes where a browser ended for a redirect", async () => {
    const site = new PaperSite({
      "/": links("/old", "/same"),
      "/old": { url: "http://site.test/new", html: "new" },
      "/same": { url: "http://site.test/same#top", html: "same" },
      "/new": "new",
    });
    const { paths, summary } = await crawledAt(new FakeClock(), site);
    expect(paths.toSorted()).toEqual(["/", "/new", "/same"]);
    expect(summary.counts).toMatchObject({ completed: 3, redirected: 1 });
  });
});

describe("a crawl of pages that ask not to be followed", () => {
  const secret = links("/secret");

  it.each<[string, PaperPage, boolean]>([
    ["by header", { headers: { "x-robots-tag": "nofollow" }, html: secret }, false],
    ["by header of theirs", { headers: { "x-robots-tag": "tidebot: none" }, html: secret }, false],
    ["by header of another", { headers: { "x-robots-tag": "x: none" }, html: secret }, true],
    ["by meta", { html: `<meta name=robots content=nofollow>${secret}` }, false],
    ["by meta of theirs", { html: `<meta name=TideBot content=nofollow>${secret}` }, false],
    ["by meta of another", { html: `<meta name=x content=nofollow>${secret}` }, true],
    ["by meta of a refresh", { headers: { "x-robots-tag": "none", refresh: "0;/secret" } }, false],
    ["not at all, and is a file", { type: "text/plain", headers: { refresh: "3;/secret" } }, true],
    ["not at all", { headers: { refresh: "0; url=/secret" } }, true],
  ])("%s", async (_, seed, isFollowed) => {
    const site = new PaperSite({ "/": seed, "/secret": "x" });
    const source = { source: site, robots: { ...robots([]), agent: "TideBot" } };
    await using crawler = createCrawler(source, { threads: 0 });
    const call = { formats: [], followNofollow: false };
    for await (const page of crawler.crawl("http://site.test/", call)) expect(page).toBeDefined();
    expect(site.asked).toEqual(isFollowed ? ["/", "/secret"] : ["/"]);
  });

  it("is asked of by the name Dragline where robots.txt knows no other", async () => {
    const site = new PaperSite({ "/": { html: `<meta name=dragline content=none>${secret}` } });
    const { paths } = await crawledAt(new FakeClock(), site, { call: { followNofollow: false } });
    expect(paths).toEqual(["/"]);
  });

  it("follows links with a user's name without it", async () => {
    const site = new PaperSite({
      "/": links("http://ann:secret@site.test/a", "http://ann@site.test/b", "//:x@site.test/c"),
      "/a": "a",
      "/b": "b",
      "/c": "c",
    });
    const { paths } = await crawledAt(new FakeClock(), site);
    expect(paths.toSorted()).toEqual(["/", "/a", "/b", "/c"]);
  });
});

describe("a crawl of pages that are the same", () => {
  const canonical = (url: string) => `<link rel="canonical" href="${url}">`;

  it("counts a page as the one that it names, when it is told to", async () => {
    const pages = {
      "/": links("/a?print=1", "/loop/1"),
      "/a?print=1": canonical("/a"),
      "/a": canonical("/a"),
      "/loop/1": canonical("/loop/2"),
      "/loop/2": canonical("/loop/1"),
    };
    const followed = await crawledAt(new FakeClock(), new PaperSite(pages), {
      call: { canonical: "follow" },
    });
    expect(followed.paths.toSorted()).toEqual(["/", "/a", "/loop/2"]);
    const ignored = await crawledAt(new FakeClock(), new PaperSite(pages));
    expect(ignored.paths.toSorted()).toEqual(["/", "/a", "/loop/1"]);
  });

  it("leaves out pages whose text was had before, when it is told to", async () => {
    const text = Array.from({ length: 300 }, (_, index) => `word${index}`).join(" ");
    const pages = { "/": links("/1", "/2"), "/1": `${text} 12:01`, "/2": `${text} 12:02` };
    const call = { nearDuplicates: "skip" } as const;
    const { paths, summary } = await crawledAt(new FakeClock(), new PaperSite(pages), { call });
    expect(paths).toHaveLength(2);
    expect(summary.counts).toMatchObject({ completed: 2, duplicate: 1 });
  });
});

describe("the pace of a crawl", () => {
  it("is the crawl-delay of robots.txt", async () => {
    const clock = new FakeClock();
    const times: number[] = [];
    const page = (): PaperPage => {
      times.push(clock.monotonic());
      return { html: links("/1", "/2", "/3", "/4") };
    };
    const site = new PaperSite({ "/": page, "/1": page, "/2": page, "/3": page, "/4": page });
    await crawledAt(clock, site, { delay: 2_000 });
    expect(times).toHaveLength(5);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(2_000);
  });
});

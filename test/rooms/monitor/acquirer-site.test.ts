import { createCrawler } from "dragline/crawler";
import { createFetcher } from "dragline/fetcher";
import {
  createAcquirer,
  type AcquirerCollaborators,
  type SitePage,
  type SiteRequest,
  type SiteSummary,
  type Walk,
  type WalkedPage,
} from "dragline/monitor";
import { createSite, type SiteRoute } from "dragline/testing";
import { describe, expect, it } from "vitest";

const { signal } = new AbortController();
const scraper = { scrape: () => Promise.reject(new Error("not asked")) };

const links = (...paths: string[]): string =>
  paths.map((path) => `<a href="${path}">${path}</a>`).join(" ");

function asking(url: string, more: Partial<SiteRequest> = {}): SiteRequest {
  const page = { url, useBrowser: false, country: null, sessionId: null, owner: "ada" };
  const limits = { maxPages: 50, maxDepth: 2 };
  const patterns = { includePatterns: [], excludePatterns: [], excludedUrls: [] };
  return { ...page, ...limits, ...patterns, ...more };
}

async function walk(
  request: SiteRequest,
  parts: Partial<AcquirerCollaborators> = {},
): Promise<SiteSummary & { readonly pages: readonly SitePage[] }> {
  await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
  await using crawler = createCrawler({ fetcher }, { threads: 0, retries: 0 });
  const acquirer = createAcquirer({ scraper, crawler, ...parts });
  const pages: SitePage[] = [];
  const iterator = acquirer.site(request, signal);
  for (;;) {
    const step = await iterator.next();
    if (step.done === true) return { ...step.value, pages };
    pages.push(step.value);
  }
}

const pathsOf = (pages: readonly SitePage[]): string[] =>
  pages.map(({ url }) => new URL(url).pathname);

const routes: Readonly<Record<string, SiteRoute>> = {
  "/": links("/a", "/b", "/news/"),
  "/a": links("/a/deep"),
  "/a/deep": links("/a/deeper"),
  "/a/deeper": "end",
  "/b": "b",
  "/news/": links("/news/1"),
  "/news/1": "one",
};

describe("createAcquirer site", () => {
  it("gives the start page first, then the pages within the depth, with their HTML", async () => {
    await using site = await createSite(routes);
    const { pages, truncated } = await walk(asking(site.url("/")));
    expect(pathsOf(pages)[0]).toBe("/");
    expect(pathsOf(pages).toSorted()).toEqual(["/", "/a", "/a/deep", "/b", "/news/", "/news/1"]);
    expect(truncated).toBe(false);
    expect(pages.find(({ url }) => url.endsWith("/b"))).toEqual({
      url: site.url("/b"),
      status: "completed",
      finalUrl: site.url("/b"),
      html: "b",
    });
  });

  it("is truncated when the limit leaves pages out, and not when it just fits", async () => {
    await using site = await createSite(routes);
    const short = await walk(asking(site.url("/"), { maxPages: 3 }));
    expect([short.pages.length, short.truncated]).toEqual([3, true]);
    const whole = await walk(asking(site.url("/"), { maxPages: 6 }));
    expect([whole.pages.length, whole.truncated]).toEqual([6, false]);
  });

  it("leaves excluded pages out and follows their links all the same", async () => {
    await using site = await createSite(routes);
    const excludedUrls = [site.url("/a"), site.url("/b")];
    const limited = { excludedUrls, maxPages: 4 };
    const { pages, truncated } = await walk(asking(site.url("/"), limited));
    expect(pathsOf(pages).toSorted()).toEqual(["/", "/a/deep", "/news/", "/news/1"]);
    expect(truncated).toBe(false);
  });

  it("follows patterns, and starts at full URLs of the site among them too", async () => {
    await using site = await createSite({
      ...routes,
      "/": links("/a"),
      "/alone": links("/b", "/"),
    });
    const includePatterns = ["/", "/b", site.url("/alone"), "/news/*"];
    const { pages } = await walk(asking(site.url("/"), { includePatterns }));
    expect(pathsOf(pages)).toEqual(["/", "/alone", "/b"]);
    expect(site.requests.filter(({ path }) => path === "/")).toHaveLength(1);
    const excludePatterns = Array.from({ length: 100 }, (_, at) => `/none/${at}`);
    const full = await walk(asking(site.url("/"), { includePatterns, excludePatterns }));
    expect(pathsOf(full.pages)).toEqual(["/", "/alone", "/b"]);
  });

  it("starts neither at another site's URLs nor at patterns with wildcards", async () => {
    const seeds: string[] = [];
    const crawler = {
      crawl(seed: string): Walk {
        seeds.push(seed);
        const page: WalkedPage = { url: seed, status: "completed", html: "a", truncated: false };
        return {
          async *[Symbol.asyncIterator]() {
            yield page;
          },
          summary: Promise.resolve({ outcome: "finished", counts: {} }),
        };
      },
    };
    const includePatterns = [
      "https://www.quay.test/b",
      "https://quay.test:81/x",
      "https://other.test/x",
      "https://quay.test/*",
      "https://quay.test/?x",
      "/c",
      "https://",
    ];
    await walk(asking("https://quay.test/", { includePatterns }), { crawler });
    expect(seeds).toEqual(["https://quay.test/", "https://www.quay.test/b"]);
  });

  it("is truncated when another start finds no room", async () => {
    await using site = await createSite({ ...routes, "/": "home", "/alone": "alone" });
    const includePatterns = [site.url("/alone")];
    const { pages, truncated } = await walk(
      asking(site.url("/"), { includePatterns, maxPages: 1 }),
    );
    expect([pathsOf(pages), truncated]).toEqual([["/"], true]);
  });

  it("is truncated by a page that could not be had, and not by one that is gone", async () => {
    const broken = { status: 500, body: "sorry" };
    await using site = await createSite({ ...routes, "/a": broken });
    const { pages, truncated } = await walk(asking(site.url("/")));
    expect(truncated).toBe(true);
    expect(pages.find(({ url }) => url.endsWith("/a"))).toMatchObject({
      status: "failed",
      code: "HTTP_STATUS",
      isHostDown: true,
    });
    await using gone = await createSite({ ...routes, "/a": { status: 410, body: "gone" } });
    expect((await walk(asking(gone.url("/")))).truncated).toBe(false);
  });

  it("says why there is no page at all", async () => {
    await using site = await createSite({
      "/robots.txt": {
        headers: { "content-type": "text/plain" },
        body: "User-agent: *\nDisallow: /",
      },
      "/": "home",
    });
    const { pages } = await walk(asking(site.url("/")));
    expect(pages).toMatchObject([{ url: site.url("/"), status: "failed", code: "ROBOTS" }]);
    await using away = await createSite({
      "/": { status: 302, headers: { location: site.url("/") } },
    });
    const moved = await walk(asking(away.url("/")));
    expect(moved.pages).toMatchObject([{ status: "failed", code: "REDIRECTS" }]);
  });

  it("fails without a crawler, and with one that has no browser where one is needed", async () => {
    const without = await walk(asking("http://127.0.0.1/"), { crawler: undefined });
    expect(without).toMatchObject({ truncated: true, pages: [{ code: "NOT_CONFIGURED" }] });
    const plain = await walk(asking("http://127.0.0.1/", { useBrowser: true }));
    expect(plain.pages).toMatchObject([{ code: "NOT_CONFIGURED" }]);
    const logged = await walk(asking("http://127.0.0.1/", { sessionId: "s" }));
    expect(logged.pages).toMatchObject([{ code: "NOT_CONFIGURED" }]);
  });

  it("opens a crawler for each walk and disposes it, also when the walk is left", async () => {
    await using site = await createSite(routes);
    await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
    let open = 0;
    const crawlers = {
      open: async () => {
        const crawler = createCrawler({ fetcher }, { threads: 0 });
        open++;
        return {
          crawl: crawler.crawl.bind(crawler),
          [Symbol.asyncDispose]: async () => {
            await crawler[Symbol.asyncDispose]();
            open--;
          },
        };
      },
    };
    expect((await walk(asking(site.url("/")), { crawlers })).pages).toHaveLength(6);
    expect(open).toBe(0);
    for await (const page of createAcquirer({ scraper, crawlers }).site(
      asking(site.url("/")),
      signal,
    )) {
      expect([page.url, open]).toEqual([site.url("/"), 1]);
      break;
    }
    expect(open).toBe(0);
  });

  it("throws the signal's reason as it is", async () => {
    await using site = await createSite({
      "/": (_, response) => response.writeHead(200).write("<p>"),
    });
    await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
    await using crawler = createCrawler({ fetcher }, { threads: 0 });
    const stop = new AbortController();
    const reason = new Error("enough");
    const iterator = createAcquirer({ scraper, crawler }).site(asking(site.url("/")), stop.signal);
    const first = iterator.next();
    await site.seen("/");
    stop.abort(reason);
    await expect(first).rejects.toBe(reason);
  });
});

import { describe, expect, it } from "vitest";
import { createSite, type SiteRoute } from "dragline/testing";
import { crawlWhole } from "../../crawl-site/crawl-whole.ts";

/** A page of links. */
function page(...hrefs: readonly string[]): string {
  return `<!doctype html><title>Page</title>${hrefs.map((href) => `<a href="${href}">x</a>`).join("\n")}`;
}

/** A page that is made for what was asked. */
function made(make: (query: URLSearchParams) => string): SiteRoute {
  return (request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://site.example");
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(make(searchParams));
  };
}

const calendar = {
  "/": page("/calendar?m=0"),
  "/calendar": made((query) => {
    const month = Number(query.get("m"));
    return page(`/calendar?m=${month + 1}`, `/calendar?m=${month - 1}`, "/");
  }),
};

describe("createCrawler, on hostile sites", () => {
  it.each([1, 4, 32])("ends a calendar without end at maxPages, %i at once", async (at) => {
    await using site = await createSite(calendar);
    const options = { maxPerHost: at, maxConcurrency: at };
    const { pages, summary } = await crawlWhole(site.url("/"), { maxPages: 40 }, options);
    expect(pages).toHaveLength(40);
    expect(summary.outcome).toBe("finished");
    expect(site.requests.filter(({ path }) => path !== "/robots.txt")).toHaveLength(40);
  });

  it("ends a calendar without end at its depth", async () => {
    await using site = await createSite(calendar);
    const { pages, summary } = await crawlWhole(site.url("/"), { depth: 5 });
    // The seed, month 0, and four months both ways.
    expect(pages).toHaveLength(10);
    expect(summary.counts).toMatchObject({ completed: 10, depth: 2 });
  });

  it.each([
    ["first", ["/moved", "/a"]],
    ["last", ["/a", "/moved"]],
  ])("counts depth by the shortest way, the redirect coming %s", async (_, hrefs) => {
    await using site = await createSite({
      "/": page(...hrefs),
      "/a": page("/target"),
      "/moved": { status: 302, headers: { location: "/target" } },
      "/target": page("/beyond"),
      "/beyond": page("/too-far"),
    });
    const { pages } = await crawlWhole(site.url("/"), { depth: 2 }, { maxPerHost: 1 });
    const found = pages.map(({ url, depth }) => [new URL(url).pathname, depth]);
    expect(Object.fromEntries(found)).toEqual({ "/": 0, "/a": 1, "/target": 1, "/beyond": 2 });
  });

  it("ends a path that grows with every step at the longest URL that it takes", async () => {
    await using site = await createSite({
      "*": (request, response) => {
        response.setHeader("content-type", "text/html");
        response.end(page(`${request.url}${"x".repeat(1_000)}/`));
      },
    });
    const { pages, summary } = await crawlWhole(site.url("/"), { obeyRobots: false });
    expect(pages).toHaveLength(9);
    expect(summary.counts).toEqual({ completed: 9, invalid: 1 });
  });

  it("reads a page with 10,000 links to 200 pages under many spellings", async () => {
    const hrefs = Array.from(
      { length: 10_000 },
      (_, at) => `/p/${at % 200}?utm_source=${at}#${at}`,
    );
    await using site = await createSite({ "/": page(...hrefs), "*": page("/") });
    const { summary } = await crawlWhole(site.url("/"), { obeyRobots: false });
    expect(site.requests).toHaveLength(201);
    expect(summary.counts).toEqual({ completed: 201, duplicate: 200 });
  });

  it("takes no more than it can want of a page with 1,000,000 links", async () => {
    const links = Array.from({ length: 1_000_000 }, (_, at) => `<a href=/${at}>`).join("");
    await using site = await createSite({ "/": links, "*": page("/") });
    const call = { maxPages: 20, obeyRobots: false };
    const options = { maxBytes: 50_000_000 };
    const { pages, summary } = await crawlWhole(site.url("/"), call, options);
    expect(pages).toHaveLength(20);
    expect(summary.counts.completed).toBe(20);
    expect(summary.found).toBeGreaterThan(100_000);
  }, 60_000);

  it("has pages that are no better than nothing", async () => {
    const attributes = Array.from({ length: 1_000 }, (_, at) => `a${at}=1`).join(" ");
    const odd: Record<string, SiteRoute> = {
      "/empty": "",
      "/zeros": "\0".repeat(100_000),
      "/deep": "<div>".repeat(50_000) + `<a href="/reached/deep">x</a>`,
      "/open": `<a href="/reached/open`,
      "/quote": `<a href="/reached/quote>x</a>`.repeat(1_000),
      "/attributes": `<a ${attributes} href="/reached/attributes">x</a>`,
      "/comment": `<!-- ${page("/hidden")}`,
      "/script": `<script>${page("/hidden")}`,
      "/angle": "<".repeat(100_000),
      "/entity": `<a href="/reached&#x2f;entity&#0;&bogus;">x</a>`,
      "/base": `<base href="http://outside.invalid/"><a href="/hidden">x</a>`,
      "/base-data": `<base href="data:text/html,x"><a href="/reached/base-data">x</a>`,
      "/refresh": `<meta http-equiv=refresh content="0;url=${"x".repeat(100_000)}">`,
    };
    await using site = await createSite({
      "/": page(...Object.keys(odd)),
      ...odd,
      "*": page("/"),
    });
    const { pages, summary } = await crawlWhole(site.url("/"), { obeyRobots: false });
    expect(summary.outcome).toBe("finished");
    const asked = site.requests.map(({ path }) => path);
    expect(asked).toHaveLength(new Set(asked).size);
    expect(asked.filter((path) => path.includes("hidden"))).toEqual([]);
    const reached = asked.filter((path) => /^\/reached\/(?:deep|attributes|base-data)$/.test(path));
    expect(reached.toSorted()).toEqual([
      "/reached/attributes",
      "/reached/base-data",
      "/reached/deep",
    ]);
    expect(pages.filter(({ status }) => status === "failed")).toEqual([]);
  });

  it("follows ten redirects in a row of a chain without end", async () => {
    await using site = await createSite({
      "/": page("/hop/0", "/last"),
      "/last": page("/"),
      "*": (request, response) => {
        const hop = Number(request.url?.split("/").at(-1));
        response.writeHead(302, { location: `/hop/${hop + 1}` }).end();
      },
    });
    const { pages } = await crawlWhole(site.url("/"), { obeyRobots: false });
    expect(site.requests.length).toBeLessThan(16);
    const failed = pages.filter((found) => found.status === "failed");
    expect(failed).toMatchObject([{ code: "TOO_MANY_REDIRECTS" }]);
  });

  it("gives a page up that sends to itself for ever", async () => {
    await using site = await createSite({
      "/": page("/wall"),
      "/wall": { status: 302, headers: { location: "/wall?sid=1" } },
    });
    const { pages } = await crawlWhole(site.url("/"), { obeyRobots: false });
    expect(site.requests.length).toBeLessThan(20);
    expect(pages.map(({ status }) => status)).toEqual(["completed", "failed"]);
  });

  it("takes bad redirects for the ends that they are", async () => {
    await using site = await createSite({
      "/": page("/none", "/script", "/broken", "/long", "/file"),
      "/none": { status: 302 },
      "/script": { status: 302, headers: { location: "javascript:alert(1)" } },
      "/broken": { status: 302, headers: { location: "http://[::1" } },
      "/long": { status: 302, headers: { location: `/${"x".repeat(9_000)}` } },
      "/file": { status: 302, headers: { location: "file:///etc/passwd" } },
      "*": page("/hidden"),
    });
    const { summary } = await crawlWhole(site.url("/"), { obeyRobots: false });
    expect(summary.outcome).toBe("finished");
    expect(site.requests.map(({ path }) => path).toSorted()).toEqual(
      ["/", "/broken", "/file", "/long", "/none", "/script"].toSorted(),
    );
    expect(summary.counts["redirect-scope"]).toBe(4);
  });

  it("is not held by patterns that hang a regular expression", async () => {
    const path = `/${"a".repeat(4_000)}!`;
    await using site = await createSite({ "/": page(path), "*": page("/") });
    const exclude = [`/${"*a".repeat(200)}b`, `${"?*".repeat(200)}c`, `/${"(a+)+".repeat(50)}$`];
    const { pages } = await crawlWhole(site.url("/"), { exclude, obeyRobots: false });
    expect(pages).toHaveLength(2);
  });

  it("keeps cookies that grow without end within bounds", async () => {
    await using site = await createSite({
      "*": (request, response) => {
        const at = Number(request.url?.slice(1));
        const cookies = Array.from(
          { length: 100 },
          (_, index) => `c${at}-${index}=${"x".repeat(200)}; Path=/`,
        );
        response.setHeader("set-cookie", cookies).setHeader("content-type", "text/html");
        response.end(at < 60 ? page(`/${at + 1}`) : page("/0"));
      },
    });
    const call = { session: "visitor", obeyRobots: false };
    const { summary } = await crawlWhole(site.url("/0"), call);
    expect(summary.counts).toEqual({ completed: 61, duplicate: 1 });
  });
});

import { createFetcher, type FetcherOptions } from "dragline/fetcher";
import { createSite, FakeClock, type SiteRoute } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { failureOf, reasonOf } from "./failures.ts";
import { createInternet } from "./internet.ts";

const allow = ["127.0.0.1"];

function robots(...lines: string[]): SiteRoute {
  return { headers: { "content-type": "text/plain" }, body: lines.join("\n") };
}

/** What robots.check says of /page on a site with this robots.txt. */
async function checkOf(route: SiteRoute, options: FetcherOptions = {}) {
  await using site = await createSite({ "/robots.txt": route });
  await using fetcher = createFetcher({}, { allow, retries: 0, ...options });
  return await fetcher.robots.check(site.url("/page"));
}

describe("Fetcher.robots.check", () => {
  it("says whether a URL is allowed, and by which rule, with one request", async () => {
    await using site = await createSite({
      "/robots.txt": robots("User-agent: *", "Disallow: /private", "Crawl-delay: 2", "Sitemap: /s"),
    });
    await using fetcher = createFetcher({}, { allow });
    const denied = await fetcher.robots.check(site.url("/private/a"));
    const allowed = await fetcher.robots.check(new URL(site.url("/open")));
    expect(denied).toMatchObject({
      allowed: false,
      reason: "rule",
      rule: { pattern: "/private" },
      crawlDelayMs: 2_000,
      robotsUrl: site.url("/robots.txt"),
    });
    expect(allowed).toMatchObject({ allowed: true, reason: "no-rule" });
    expect(site.requests.map(({ path }) => path)).toEqual(["/robots.txt"]);
  });

  it("is addressed by its own name", async () => {
    const route = robots("User-agent: Dragline", "Disallow: /", "User-agent: mine", "Allow: /");
    expect((await checkOf(route)).allowed).toBe(false);
    expect((await checkOf(route, { robotsAgent: "mine" })).allowed).toBe(true);
  });

  it.each<[string, SiteRoute]>([
    ["404", { status: 404 }],
    ["403", { status: 403 }],
    ["a loop", { status: 302, headers: { location: "/robots.txt" } }],
  ])("takes %s for no file, which allows everything", async (_, route) => {
    expect(await checkOf(route)).toMatchObject({ allowed: true, reason: "no-file" });
  });

  it.each<[string, SiteRoute]>([
    ["503", { status: 503 }],
    ["429", { status: 429 }],
    ["a private address", { status: 302, headers: { location: "http://10.0.0.1/" } }],
    ["a lost connection", (request) => void request.socket.destroy()],
  ])("takes %s for no answer, which forbids everything", async (_, route) => {
    expect(await checkOf(route)).toMatchObject({ allowed: false, reason: "unavailable" });
  });

  it("follows five redirects, and takes a sixth for no file", async () => {
    const chain = (length: number): Record<string, SiteRoute> => ({
      "*": (request, response) => {
        const hop = Number(request.url?.match(/\d+/)?.[0] ?? 0);
        if (hop < length) response.writeHead(302, { location: `/hop-${hop + 1}` }).end();
        else response.end("User-agent: *\nDisallow: /");
      },
    });
    await using five = await createSite(chain(5));
    await using six = await createSite(chain(6));
    await using fetcher = createFetcher({}, { allow });
    expect((await fetcher.robots.check(five.url("/page"))).reason).toBe("rule");
    expect(await fetcher.robots.check(six.url("/page"))).toMatchObject({
      allowed: true,
      reason: "no-file",
    });
  });

  it("reads half a megabyte of ten", async () => {
    const long = `${"# nothing\n".repeat(60_000)}User-agent: *\nDisallow: /\n`;
    const head = `User-agent: *\nDisallow: /page\n${long.repeat(16)}`;
    expect((await checkOf(robots(head))).rule?.pattern).toBe("/page");
    expect((await checkOf(robots(long))).allowed).toBe(true);
  });

  it("is cancelled by the caller, and ends with CLOSED when the fetcher is disposed", async () => {
    const reason = new Error("enough");
    const control = new AbortController();
    await using site = await createSite({ "/robots.txt": () => control.abort(reason) });
    await using other = await createSite({ "/robots.txt": () => {} });
    const fetcher = createFetcher({}, { allow });
    const { signal } = control;
    expect(await reasonOf(fetcher.robots.check(site.url("/"), { signal }))).toBe(reason);
    await site.idle();
    const running = failureOf(fetcher.robots.check(other.url("/")));
    await other.seen("/robots.txt");
    await fetcher[Symbol.asyncDispose]();
    expect((await running).code).toBe("CLOSED");
    expect((await failureOf(fetcher.robots.check(other.url("/")))).code).toBe("CLOSED");
    await other.idle();
  });

  it("refuses what is no URL", async () => {
    await using fetcher = createFetcher();
    expect((await failureOf(fetcher.robots.check("nowhere"))).code).toBe("INVALID_URL");
  });
});

describe("obeyRobots", () => {
  it("refuses a site whose robots.txt cannot be had", async () => {
    const clock = new FakeClock();
    await using site = await createSite({ "/robots.txt": { status: 500 }, "/": "page" });
    await using fetcher = createFetcher({ clock }, { allow, obeyRobots: true });
    const failure = await failureOf(fetcher.fetch(site.url("/")));
    expect(failure).toMatchObject({ code: "ROBOTS_DENIED", details: { url: site.url("/") } });
    expect(site.requests.length).toBe(1);
  });

  it("fetches what is allowed", async () => {
    await using site = await createSite({ "/": "page" });
    await using fetcher = createFetcher({}, { allow, obeyRobots: true });
    expect((await fetcher.fetch(site.url("/"))).text).toBe("page");
  });

  it("asks nobody about an address that is not allowed", async () => {
    const { resolver, dialer, dialled } = createInternet({}, { "a.test": ["10.0.0.1"] });
    await using fetcher = createFetcher({ resolver, dialer }, { obeyRobots: true });
    const failure = await failureOf(fetcher.fetch("http://127.0.0.1/"));
    expect(failure.code).toBe("ADDRESS_NOT_ALLOWED");
    expect((await failureOf(fetcher.fetch("http://a.test/"))).code).toBe("ADDRESS_NOT_ALLOWED");
    expect(dialled).toEqual([]);
  });
});

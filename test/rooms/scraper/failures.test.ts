import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { createFetcher } from "dragline/fetcher";
import { createScraper } from "dragline/scraper";
import { createRawSite, createSite, FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { page, scrapeRoute, scrapeSuccess, typed } from "./scraping.ts";

describe("a failed scrape", () => {
  it.each([
    [403, "HTTP 403 Forbidden"],
    [404, "HTTP 404 Not Found"],
    [429, "HTTP 429 Too Many Requests"],
    [500, "HTTP 500 Internal Server Error"],
  ])("of status %i says so", async (status, error) => {
    expect(await scrapeRoute(typed("text/html", "<h1>no</h1>", status))).toMatchObject({
      status: "failed",
      code: "HTTP_STATUS",
      httpStatus: status,
      error,
    });
  });

  it("of a challenge says blocked by website, whatever the status", async () => {
    const challenge = `<title>Just a moment...</title><script src="/cdn-cgi/challenge-platform/x"></script>`;
    for (const status of [200, 403, 503]) {
      expect(await scrapeRoute(typed("text/html", challenge, status))).toMatchObject({
        code: "BLOCKED",
        error: `blocked by website (Cloudflare challenge), HTTP ${status}`,
      });
    }
  });

  it("of an empty answer says so", async () => {
    expect(await scrapeRoute(typed("text/html", ""))).toMatchObject({
      code: "EMPTY",
      error: "empty response, HTTP 200",
    });
    expect(await scrapeRoute({ status: 204 })).toMatchObject({ code: "EMPTY" });
  });

  it.each([
    ["not a url", "INVALID_URL", "invalid URL"],
    ["ftp://a.test/", "INVALID_URL", "invalid URL"],
    ["file:///etc/passwd", "INVALID_URL", "invalid URL"],
    ["http://user:secret@a.test/", "INVALID_URL", "invalid URL"],
    ["http://127.0.0.1/", "ADDRESS_NOT_ALLOWED", "address not allowed"],
    ["http://169.254.169.254/", "ADDRESS_NOT_ALLOWED", "address not allowed"],
  ])("of %s is %s", async (url, code, phrase) => {
    await using scraper = createScraper();
    const result = await scraper.scrape(url);
    expect(result).toMatchObject({ status: "failed", code });
    expect(result.error).toContain(phrase);
    expect(result.error).not.toContain("secret");
  });

  it("of an unknown host is a DNS failure", async () => {
    const resolver = {
      resolve: () => Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" })),
    };
    await using fetcher = createFetcher({ resolver }, { retries: 0 });
    await using scraper = createScraper({ fetcher });
    const result = await scraper.scrape("http://gone.example/");
    expect(result).toMatchObject({ code: "DNS" });
    expect(result.error).toMatch(/^DNS failure: /);
  });

  it("of a refused or reset connection says so", async () => {
    const closed = await createSite({});
    const port = closed.port;
    await closed[Symbol.asyncDispose]();
    await using fetcher = createFetcher({}, { allow: ["127.0.0.1"], retries: 0 });
    await using scraper = createScraper({ fetcher });
    expect(await scraper.scrape(`http://127.0.0.1:${port}/`)).toMatchObject({ code: "CONNECTION" });
    await using raw = await createRawSite((socket) =>
      socket.once("data", () => socket.resetAndDestroy()),
    );
    expect(await scraper.scrape(raw.url("/"))).toMatchObject({ code: "CONNECTION" });
  });

  it("of plain HTTP behind https is a TLS failure", async () => {
    await using site = await createSite({ "/": page });
    await using fetcher = createFetcher({}, { allow: ["127.0.0.1"], retries: 0 });
    await using scraper = createScraper({ fetcher });
    const result = await scraper.scrape(`https://127.0.0.1:${site.port}/`);
    expect(result).toMatchObject({ code: "TLS" });
    expect(result.error).toMatch(/^TLS failure: /);
  });

  it("of a site that hangs is a timeout at the scraper's own limit, and its socket is closed", async () => {
    await using site = await createSite({ "/": () => {} });
    const clock = new FakeClock();
    await using fetcher = createFetcher(
      { clock },
      { allow: ["127.0.0.1"], firstByteTimeoutMs: 90_000, timeoutMs: 90_000 },
    );
    await using scraper = createScraper({ fetcher, clock }, { timeoutMs: 5000 });
    const scraping = scraper.scrape(site.url("/"));
    await site.seen("/");
    await clock.advance(5000);
    expect(await scraping).toMatchObject({ status: "failed", code: "TIMEOUT", durationMs: 5000 });
    await site.idle();
  });

  it("is not a result but the caller's own reason when the caller cancels", async () => {
    await using site = await createSite({ "/": () => {} });
    await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
    await using scraper = createScraper({ fetcher });
    const controller = new AbortController();
    const scraping = scraper.scrape(site.url("/"), { signal: controller.signal });
    await site.seen("/");
    const reason = new Error("changed my mind");
    controller.abort(reason);
    await expect(scraping).rejects.toBe(reason);
    await site.idle();
  });

  it("warns when the page broke off in its compression", async () => {
    const whole = gzipSync(`<p>${randomBytes(30_000).toString("hex")}`);
    const headers = { "content-type": "text/html", "content-encoding": "gzip" };
    const result = await scrapeSuccess({ headers, body: whole.subarray(0, whole.length / 2) });
    expect(result.warnings).toEqual(["truncated"]);
  });

  it("warns when the page shows no text without JavaScript", async () => {
    const shell = `<title>App</title><div id="root"></div><script>render()</script>`;
    expect((await scrapeSuccess(shell)).warnings).toEqual(["no-visible-text"]);
  });
});

import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { createCrawler } from "dragline/crawler";
import { createFetcher } from "dragline/fetcher";
import { createAcquirer, type AcquireRequest, type SiteActions } from "dragline/monitor";
import { createScraper } from "dragline/scraper";
import { createSite } from "dragline/testing";
import { describe, expect, it } from "vitest";

const { signal } = new AbortController();

function asking(url: string, more: Partial<AcquireRequest> = {}): AcquireRequest {
  return { url, useBrowser: false, country: null, sessionId: null, owner: "ada", ...more };
}

/** The real scraper and crawler fit the acquirer's ports as they are. */
function real() {
  const fetcher = createFetcher({}, { allow: ["127.0.0.1"], retries: 0 });
  const scraper = createScraper({ fetcher });
  const crawler = createCrawler({ fetcher }, { threads: 0, retries: 0 });
  const acquirer = createAcquirer({ scraper, crawler });
  const owned = [crawler, scraper, fetcher];
  return {
    acquirer,
    [Symbol.asyncDispose]: async () => {
      for (const one of owned) await one[Symbol.asyncDispose]();
    },
  };
}

describe("createAcquirer page", () => {
  it("gives the page's HTML as it came, and the URL after redirects", async () => {
    await using site = await createSite({
      "/old": { status: 301, headers: { location: "/new" } },
      "/new": "<p>Tides &amp; times",
    });
    await using parts = real();
    expect(await parts.acquirer.page(asking(site.url("/old")), signal)).toEqual({
      status: "completed",
      finalUrl: site.url("/new"),
      html: "<p>Tides &amp; times",
    });
  });

  it("asks the site anew each time, whatever its headers say of caching", async () => {
    const headers = { "cache-control": "max-age=3600", "content-type": "text/html" };
    await using site = await createSite({ "/": { headers, body: "<p>a" } });
    await using parts = real();
    for (let time = 0; time < 3; time++) await parts.acquirer.page(asking(site.url("/")), signal);
    expect(site.requests.filter(({ path }) => path === "/")).toHaveLength(3);
  });

  it.each([
    [404, false],
    [403, false],
    [429, true],
    [500, true],
    [503, true],
  ])("fails with status %d; the host is down: %s", async (status, isHostDown) => {
    await using site = await createSite({ "/": { status, body: "<p>sorry" } });
    await using parts = real();
    const page = await parts.acquirer.page(asking(site.url("/")), signal);
    expect(page).toMatchObject({ status: "failed", code: "HTTP_STATUS", isHostDown });
    expect(page.status === "failed" && page.error).toContain(`HTTP ${status}`);
  });

  it("fails where nothing listens, and the host counts as down", async () => {
    const site = await createSite({});
    const url = site.url("/");
    await site[Symbol.asyncDispose]();
    await using parts = real();
    expect(await parts.acquirer.page(asking(url), signal)).toMatchObject({
      status: "failed",
      code: "CONNECTION",
      isHostDown: true,
    });
  });

  it("fails for a page that was cut off, which would look like a change", async () => {
    const headers = { "content-type": "text/html", "content-encoding": "gzip" };
    const half = gzipSync(randomBytes(9_000).toString("hex")).subarray(0, 5_000);
    await using site = await createSite({ "/": { headers, body: half } });
    await using parts = real();
    const page = await parts.acquirer.page(asking(site.url("/")), signal);
    expect(page).toMatchObject({ status: "failed", code: "TRUNCATED" });
  });

  it("fails with SESSION_EXPIRED when the saved session is gone", async () => {
    await using parts = real();
    const page = await parts.acquirer.page(
      asking("http://127.0.0.1/", { sessionId: "s1" }),
      signal,
    );
    expect(page).toMatchObject({ status: "failed", code: "SESSION_EXPIRED", isHostDown: false });
  });

  it("throws the signal's reason as it is", async () => {
    await using parts = real();
    const reason = new Error("enough");
    const ended = AbortSignal.abort(reason);
    await expect(parts.acquirer.page(asking("http://127.0.0.1/"), ended)).rejects.toBe(reason);
  });

  it("throws what the scraper throws of its own", async () => {
    const fault = new Error("a bug");
    const acquirer = createAcquirer({ scraper: { scrape: () => Promise.reject(fault) } });
    await expect(acquirer.page(asking("http://127.0.0.1/"), signal)).rejects.toBe(fault);
  });
});

describe("createAcquirer action", () => {
  const request = { actionId: "a1", credentialId: null, params: { page: 2 }, owner: "ada" };
  const scraper = { scrape: () => Promise.reject(new Error("not asked")) };

  it("fails without actions", async () => {
    const acquirer = createAcquirer({ scraper });
    expect(await acquirer.action(request, signal)).toEqual({
      status: "failed",
      code: "NOT_CONFIGURED",
      error: "a runner of actions is not configured",
      isHostDown: false,
    });
  });

  it("gives what the action answers", async () => {
    const actions: SiteActions = {
      run: async ({ params }) => ({ status: "completed", result: params }),
    };
    const acquirer = createAcquirer({ scraper, actions });
    const answer = await acquirer.action(request, signal);
    expect(answer).toEqual({ status: "completed", result: { page: 2 } });
  });
});

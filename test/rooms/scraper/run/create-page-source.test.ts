import { BrowserError } from "dragline/browser";
import { createFetcher } from "dragline/fetcher";
import { createPageSource, type PageSourceOptions } from "dragline/scraper";
import { createSite, type SiteRoute } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { app, article, FakeVisitor, shell } from "../fake-visitor.ts";

const call = {
  signal: new AbortController().signal,
  redirect: "manual",
  retries: 0,
  mediaTypes: ["text/html"],
} as const;

async function source(
  route: SiteRoute,
  options: PageSourceOptions = {},
  visitor = new FakeVisitor(),
) {
  await using site = await createSite({ "*": route });
  await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
  const pages = createPageSource({ fetcher, browser: visitor }, options);
  const page = await pages.fetch(site.url("/"), call);
  return { page, visits: visitor.visits, requests: site.requests.length };
}

describe("createPageSource", () => {
  it("gives a page that is there as HTTP brought it", async () => {
    const { page, visits } = await source(article);
    expect([page.text, visits.length]).toEqual([article, 0]);
  });

  it("shows a shell in the browser", async () => {
    const { page, visits } = await source(shell);
    expect([page.text, page.contentType.sniffed, page.unread]).toEqual([app, "text/html", false]);
    expect(visits).toHaveLength(1);
  });

  it("asks nothing by HTTP with the engine browser, and passes on what is the browser's", async () => {
    const { visits, requests } = await source(article, {
      engine: "browser",
      visiting: { job: "crawl", waitFor: "h1" },
    });
    expect(requests).toBe(0);
    expect(visits[0]?.call).toMatchObject({ job: "crawl", waitFor: "h1" });
  });

  it("never takes the browser with the engine http", async () => {
    const { page, visits } = await source(shell, { engine: "http" });
    expect([page.text, visits.length]).toEqual([shell, 0]);
  });

  it.each<[string, SiteRoute, number]>([
    ["a redirect", { status: 301, headers: { location: "/next" } }, 301],
    ["a file", { headers: { "content-type": "application/zip" }, body: "zip" }, 200],
  ])("gives %s as it is", async (_, route, status) => {
    const { page, visits } = await source(route);
    expect([page.status, visits.length]).toEqual([status, 0]);
  });

  it("has by HTTP what a browser would download", async () => {
    const visitor = new FakeVisitor(new BrowserError("DOWNLOAD", { message: "a file" }));
    const { page } = await source("<p>file", { engine: "browser" }, visitor);
    expect(page.text).toBe("<p>file");
  });

  it("gives the shell when the browser fails, and fails when it was asked for", async () => {
    const lost = () => new FakeVisitor(new BrowserError("BROWSER_LOST", { message: "gone" }));
    expect((await source(shell, {}, lost())).page.text).toBe(shell);
    await expect(source(shell, { engine: "browser" }, lost())).rejects.toMatchObject({
      code: "BROWSER_LOST",
    });
  });

  it("refuses an engine that there is not", () => {
    const parts = { fetcher: createFetcher(), browser: new FakeVisitor() };
    expect(() => createPageSource(parts, { engine: "lynx" as "http" })).toThrow(/engine/);
  });
});

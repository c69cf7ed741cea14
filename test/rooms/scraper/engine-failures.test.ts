import { ActionError } from "dragline/actions";
import { BrowserError, type StorageState } from "dragline/browser";
import { createScraper, type ScrapeCall } from "dragline/scraper";
import { describe, expect, it } from "vitest";
import { FakeVisitor, scrapeWith } from "./fake-visitor.ts";

describe("a scrape by browser that fails", () => {
  it.each([
    ["BROWSER_MISSING", "BROWSER_UNAVAILABLE", /^no browser: why$/],
    ["DRIVER_MISSING", "BROWSER_UNAVAILABLE", /^no browser driver: why$/],
    ["NO_BROWSER_FREE", "BROWSER_UNAVAILABLE", /^no browser free: why$/],
    ["BROWSER_LOST", "BROWSER_UNAVAILABLE", /^browser lost: why$/],
    ["PAGE_CRASHED", "PAGE_CRASHED", /^page crashed: why$/],
    ["TIMEOUT", "TIMEOUT", /^timeout: why$/],
    ["ADDRESS_NOT_ALLOWED", "ADDRESS_NOT_ALLOWED", /^address not allowed: why$/],
    ["NAVIGATION_FAILED", "CONNECTION", /^connection failed: why$/],
  ] as const)("%s is %s", async (thrown, code, error) => {
    const visitor = new FakeVisitor(new BrowserError(thrown, { message: "why" }));
    const result = await scrapeWith({ visitor, call: { useBrowser: true } });
    expect(result).toMatchObject({ status: "failed", code, error: expect.stringMatching(error) });
  });

  it.each([
    ["net::ERR_CERT_DATE_INVALID", "TLS", /^TLS failure/],
    ["net::ERR_SSL_PROTOCOL_ERROR", "TLS", /^TLS failure/],
    ["net::ERR_NAME_NOT_RESOLVED", "DNS", /^DNS failure/],
    ["net::ERR_TOO_MANY_REDIRECTS", "REDIRECTS", /^too many redirects/],
    ["net::ERR_CONNECTION_RESET", "CONNECTION", /^connection failed/],
  ] as const)("%s is %s", async (reason, code, error) => {
    const failure = new BrowserError("NAVIGATION_FAILED", { message: "why", details: { reason } });
    const result = await scrapeWith({
      visitor: new FakeVisitor(failure),
      call: { useBrowser: true },
    });
    expect(result).toMatchObject({ status: "failed", code, error: expect.stringMatching(error) });
  });

  it("names a failed action by its index", async () => {
    const message = "action 1 (wait_for): nothing matched '#x' within 10000 ms";
    const failure = new ActionError("ACTION_FAILED", { message, details: { index: 1 } });
    const result = await scrapeWith({
      visitor: new FakeVisitor(failure),
      call: { useBrowser: true },
    });
    expect(result).toMatchObject({ status: "failed", code: "ACTION_FAILED", error: message });
  });

  it("is thrown when the actions are malformed, before anything is asked", async () => {
    const visitor = new FakeVisitor();
    const call = { actions: [{ type: "wait", milliseconds: 0 }] } as ScrapeCall;
    await expect(scrapeWith({ visitor, call })).rejects.toMatchObject({ code: "INVALID_ACTION" });
    expect(visitor.visits).toEqual([]);
  });

  it("fails by the status of what the browser shows", async () => {
    const visitor = new FakeVisitor({ status: 410, statusText: "Gone" });
    const result = await scrapeWith({ visitor, call: { useBrowser: true } });
    expect(result).toMatchObject({ code: "HTTP_STATUS", error: "HTTP 410 Gone", httpStatus: 410 });
  });
});

describe("a session of a scrape", () => {
  const state: StorageState = { cookies: [], origins: [] };

  it("is loaded from the source and takes the browser", async () => {
    const result = await scrapeWith({ sessions: { mine: state }, call: { sessionId: "mine" } });
    expect(result.engine).toBe("browser");
    expect(result.visitor.visits[0]?.call.state).toBe(state);
  });

  it("is refused when there is none of that id", async () => {
    const scraping = scrapeWith({ sessions: {}, call: { sessionId: "mine" } });
    await expect(scraping).rejects.toMatchObject({ code: "UNKNOWN_SESSION" });
  });

  it("is refused without a source", async () => {
    const scraping = scrapeWith({ call: { sessionId: "mine" } });
    await expect(scraping).rejects.toMatchObject({ code: "UNKNOWN_SESSION" });
  });
});

describe("robots.txt and the browser", () => {
  it("is asked first when it is obeyed", async () => {
    const call: ScrapeCall = { useBrowser: true };
    const robots = "User-agent: *\nDisallow: /page";
    const denied = await scrapeWith({ robots, call, options: { obeyRobots: true } });
    expect(denied).toMatchObject({ status: "failed", code: "ROBOTS" });
    expect(denied.visitor.visits).toEqual([]);
    expect(await scrapeWith({ robots, call })).toMatchObject({ status: "completed" });
  });

  it("takes a fetcher that reads it", () => {
    const fetcher = { fetch: () => Promise.reject(new Error("never")) };
    expect(() => createScraper({ fetcher }, { obeyRobots: true })).toThrow(/robots/);
  });
});

import type { ScrapeCall, ScrapeResult } from "dragline/scraper";
import { describe, expect, it } from "vitest";
import {
  signedInScraper,
  withCredentials,
} from "../../../../src/service/compose/credential-sessions.ts";
import type { SavedSessions } from "../../../../src/service/base/saved-sessions.ts";
import { FakeCredentials } from "../../../transports/fake-wire.ts";

const call = { signal: new AbortController().signal };
const STATE = { cookies: [], origins: [] };

class Logins extends FakeCredentials {
  override async open(id: string) {
    await super.open(id);
    return { values: {}, state: STATE };
  }
}

function stage(rows: readonly Parameters<FakeCredentials["add"]>[0][] = []) {
  const credentials = new Logins();
  for (const row of rows) credentials.add(row);
  return { credentials, credentialsOf: () => credentials };
}

const login = { id: "c1", account: "ann", type: "credentials" } as const;

describe("withCredentials", () => {
  const saved: SavedSessions = {
    byId: async (id) => (id === "s1" ? { id, account: "ann", isSaved: true } : undefined),
    byName: async (account) => ({ id: "s1", account, isSaved: true }),
    load: async () => STATE,
  };

  it("knows saved sessions as before", async () => {
    const sessions = withCredentials(saved, stage().credentialsOf);
    expect(await sessions.byId("s1", call)).toMatchObject({ id: "s1" });
    expect(await sessions.byName("ann", "x", call)).toMatchObject({ id: "s1" });
    expect(await sessions.load("s1", call)).toBe(STATE);
    expect(await sessions.load("none", call)).toBeUndefined();
  });

  it.each(["credentials", "browser_state"] as const)("takes a credential: %s", async (type) => {
    const sessions = withCredentials(undefined, stage([{ ...login, type }]).credentialsOf);
    const session = { id: "c1", account: "ann", isSaved: true };
    expect(await sessions.byId("c1", call)).toEqual(session);
    expect(await sessions.load("c1", call)).toBe(STATE);
  });

  it.each(["api_key", "token"] as const)(
    "takes no credential without a state: %s",
    async (type) => {
      const sessions = withCredentials(undefined, stage([{ ...login, type }]).credentialsOf);
      expect(await sessions.byId("c1", call)).toBeUndefined();
      expect(await sessions.load("c1", call)).toBeUndefined();
    },
  );

  it("has no state of a credential that expired", async () => {
    const { credentialsOf } = stage([{ ...login, state: "expired" }]);
    const sessions = withCredentials(undefined, credentialsOf);
    expect(await sessions.byId("c1", call)).toMatchObject({ isSaved: false });
    expect(await sessions.load("c1", call)).toBeUndefined();
  });

  it("has no session of any kind where there are no credentials", async () => {
    const sessions = withCredentials(undefined, () => undefined);
    expect(await sessions.byId("c1", call)).toBeUndefined();
    expect(await sessions.byName("ann", "x", call)).toBeUndefined();
  });
});

const WALL = "<title>Sign in</title><h1>Sign in</h1><form><input type=password></form>";
const GOOD = "<title>Orders</title><h1>Orders</h1><p>Two orders are on their way to you.</p>";

function page(html: string, finalUrl = "https://shop.example/orders"): ScrapeResult {
  return {
    status: "completed",
    url: "https://shop.example/orders",
    finalUrl,
    httpStatus: 200,
    contentType: "text/html",
    kind: "html",
    metadata: {} as never,
    cached: false,
    engine: "browser",
    engineReason: "asked",
    warnings: [],
    durationMs: 1,
    error: null,
    markdown: "text",
    html,
  };
}

function scraping(pages: readonly ScrapeResult[], rows = [login]) {
  const asked: ScrapeCall[] = [];
  const { credentials, credentialsOf } = stage(rows);
  const inner = {
    scrape: async (_: string, given: ScrapeCall = {}) => {
      asked.push(given);
      return pages[Math.min(asked.length, pages.length) - 1] as ScrapeResult;
    },
  };
  const scraper = signedInScraper(inner, credentialsOf);
  const scrape = (given: ScrapeCall = { sessionId: "c1", formats: ["markdown"] }) =>
    scraper.scrape("https://shop.example/orders", given);
  return { asked, credentials, scrape };
}

describe("signedInScraper", () => {
  it("gives the page that the login sees, in the formats asked for", async () => {
    const { scrape, asked, credentials } = scraping([page(GOOD)]);
    const result = await scrape();
    expect(result).toMatchObject({ status: "completed", markdown: "text" });
    expect(result).not.toHaveProperty("html");
    expect(asked).toHaveLength(1);
    expect(credentials.rows[0]?.state).toBe("active");
  });

  it("gives html where it was asked for", async () => {
    const { scrape } = scraping([page(GOOD)]);
    expect(await scrape({ sessionId: "c1", formats: ["html"] })).toMatchObject({ html: GOOD });
  });

  it.each([
    ["a form for a password", page(WALL)],
    ["a redirect to a login", page(GOOD, "https://shop.example/login?next=/orders")],
    [
      "a 401",
      { status: "failed", url: "", code: "HTTP_STATUS", error: "", httpStatus: 401, durationMs: 1 },
    ],
  ] as const)("expires the credential at %s", async (_, wall) => {
    const { scrape, credentials, asked } = scraping([wall]);
    expect(await scrape()).toMatchObject({ status: "failed", code: "LOGIN_REQUIRED" });
    expect(credentials.rows[0]?.state).toBe("expired");
    expect(asked).toHaveLength(1);
  });

  it("scrapes once more when the login can be had again", async () => {
    const { scrape, credentials, asked } = scraping([page(WALL), page(GOOD)]);
    credentials.refreshable.add("c1");
    expect(await scrape()).toMatchObject({ status: "completed" });
    expect(asked).toHaveLength(2);
    expect(credentials.rows[0]?.state).toBe("active");
  });

  it("expires it when the new login sees the same", async () => {
    const { scrape, credentials, asked } = scraping([page(WALL)]);
    credentials.refreshable.add("c1");
    expect(await scrape()).toMatchObject({ status: "failed", code: "LOGIN_REQUIRED" });
    expect(asked).toHaveLength(2);
    expect(credentials.rows[0]?.state).toBe("expired");
  });

  it("leaves scrapes without a credential as they are", async () => {
    const { scrape, asked } = scraping([page(WALL)]);
    expect(await scrape({ formats: ["markdown"] })).toMatchObject({ status: "completed" });
    expect(await scrape({ sessionId: "other" })).toMatchObject({ status: "completed" });
    expect(asked).toEqual([{ formats: ["markdown"] }, { sessionId: "other" }]);
  });
});

import { createRawSite, createSite, type Site, type SiteRoute } from "dragline/testing";
import type { StorageState } from "dragline/browser";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { mapKind } from "../../../../../src/service/slices/map/map.ts";
import { mapRoutes } from "../../../../../src/service/slices/map/routes.ts";
import { callRow, jobOf, Rig, runJob, someSessions, type RigParts } from "../../site-job-rig.ts";

const owned = new AsyncDisposableStack();
let rig: Rig;

afterEach(async () => rig[Symbol.asyncDispose]());
afterAll(() => owned.disposeAsync());

async function site(routes: Readonly<Record<string, SiteRoute>>): Promise<Site> {
  return owned.use(await createSite(routes));
}

/** Submits a body and runs the job. */
async function mapped(body: Readonly<Record<string, unknown>>, parts: RigParts = {}) {
  rig = new Rig(parts);
  await callRow(mapRoutes(rig.parts), "POST", { body });
  const [job] = rig.submitted;
  if (job === undefined) throw new Error("nothing was submitted");
  return runJob(mapKind(rig.parts), jobOf(job));
}

const links = (...hrefs: readonly string[]): string =>
  hrefs.map((href) => `<a href="${href}">to</a>`).join("");

describe("a map job", () => {
  it("finds internal links in the order of discovery, the start first, external ones apart", async () => {
    const { origin } = await site({
      "/": links("/b", "/a", "/b#part", "https://other.example/x"),
      "/a": links("/c"),
      "/b": "b",
    });
    const ran = await mapped({ url: `${origin}/`, includeExternalLinks: true });
    expect(ran).toMatchObject({ status: "completed", credits: 1 });
    expect(ran.result).toEqual({
      links: [`${origin}/`, `${origin}/b`, `${origin}/a`, `${origin}/c`],
      externalLinks: ["https://other.example/x"],
      totalLinks: 4,
      totalExternalLinks: 1,
    });
  });

  it("gives no external links unless they are asked for, and filters by search in any case", async () => {
    const { origin } = await site({ "/": links("/News", "/shop", "https://other.example/news") });
    const ran = await mapped({ url: `${origin}/`, search: "nEWs" });
    expect(ran.result).toEqual({
      links: [`${origin}/News`],
      externalLinks: [],
      totalLinks: 1,
      totalExternalLinks: 0,
    });
  });

  it("stops at limit and depth", async () => {
    const { origin } = await site({ "/": links("/a", "/b", "/c"), "/a": links("/deep") });
    const shallow = await mapped({ url: `${origin}/`, depth: 1, limit: 3 });
    await rig[Symbol.asyncDispose]();
    expect(shallow.result?.["links"]).toEqual([`${origin}/`, `${origin}/a`, `${origin}/b`]);
    const seed = await mapped({ url: `${origin}/`, depth: 0 });
    expect(seed.result?.["links"]).toEqual([`${origin}/`]);
  });

  it("shows its URL and no country", () => {
    rig = new Rig();
    const kind = mapKind(rig.parts);
    const none = { request: {}, baseUrl: "", webhookUrl: null, cost: 1, country: null };
    const job = jobOf({ account: "a", type: "map", url: "http://x.test/", ...none });
    expect(kind.head(job)).toEqual({ url: "http://x.test/" });
    expect(kind).toMatchObject({
      type: "map",
      resultPath: "/map",
      timeoutMs: 1_800_000,
      concurrency: 4,
    });
  });

  it("rethrows the reason when it is cancelled half-way", async () => {
    const silent = await site({ "/robots.txt": "", "/": () => {} });
    rig = new Rig();
    await callRow(mapRoutes(rig.parts), "POST", { body: { url: `${silent.origin}/` } });
    const [job] = rig.submitted;
    if (job === undefined) throw new Error("nothing was submitted");
    const stop = new AbortController();
    const running = runJob(mapKind(rig.parts), jobOf(job), stop.signal);
    await silent.seen("/");
    const reason = new Error("stop");
    stop.abort(reason);
    await expect(running).rejects.toBe(reason);
  });
});

describe("a map job that fails", () => {
  it.each([403, 404, 500])("says HTTP %i for that status of the start page", async (status) => {
    const { origin } = await site({ "/": { status, body: "<p>no</p>" } });
    const ran = await mapped({ url: `${origin}/` });
    expect(ran).toMatchObject({ status: "failed", error: `HTTP ${status}` });
  });

  it("says HTTP 500 where nothing but that comes, robots.txt included", async () => {
    const { origin } = await site({ "*": { status: 500 } });
    expect((await mapped({ url: `${origin}/` })).error).toMatch(/^HTTP 500/);
  });

  it("says DNS failure for a name that does not resolve", async () => {
    const missing = Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" });
    const resolver = { resolve: () => Promise.reject(missing) };
    const ran = await mapped({ url: "http://nowhere.example/" }, { resolver });
    expect(ran.error).toMatch(/^DNS failure/);
  });

  it("says blocked by website for a challenge, whatever its status", async () => {
    const body =
      "<title>Just a moment...</title><script src=/cdn-cgi/challenge-platform/x></script>";
    for (const status of [200, 403, 503]) {
      const { origin } = await site({ "/": { status, body } });
      const ran = await mapped({ url: `${origin}/` });
      expect(ran.error).toMatch(/^blocked by website/);
      await rig[Symbol.asyncDispose]();
    }
  });

  it("says disallowed by robots.txt", async () => {
    const { origin } = await site({ "/robots.txt": "User-agent: *\nDisallow: /", "/": "x" });
    expect((await mapped({ url: `${origin}/` })).error).toMatch(/^disallowed by robots\.txt/);
  });

  it("says address not allowed for a private host, and names no address", async () => {
    const { origin } = await site({ "/": "x" });
    rig = new Rig({ fetcher: { allow: ["localhost.example"] } });
    await callRow(mapRoutes(rig.parts), "POST", { body: { url: `${origin}/` } });
    const [job] = rig.submitted;
    if (job === undefined) throw new Error("nothing was submitted");
    const ran = await runJob(mapKind(rig.parts), jobOf(job));
    expect(ran.error).toBe("address not allowed: the host is private, local or not public");
  });

  it("says connection failed, and timeout, as a scrape does", async () => {
    const closed = await createSite({});
    await closed[Symbol.asyncDispose]();
    const refused = await mapped(
      { url: `${closed.origin}/` },
      { fetcher: { connectTimeoutMs: 500 } },
    );
    expect(refused.error).toMatch(/^connection failed/);
    await rig[Symbol.asyncDispose]();
    const silent = owned.use(await createRawSite(() => {}));
    const late = await mapped({ url: `${silent.origin}/` }, { fetcher: { timeoutMs: 300 } });
    expect(late.error).toMatch(/^timeout/);
  });

  it("says that a redirect redirects to another site", async () => {
    const headers = { location: "https://other.example/" };
    const { origin } = await site({ "/": { status: 302, headers } });
    expect((await mapped({ url: `${origin}/` })).error).toContain("another site");
  });
});

describe("a map job with a saved session", () => {
  it("takes a browser with the session's state, of the account and the job", async () => {
    const state: StorageState = { cookies: [], origins: [] };
    const visits: unknown[] = [];
    const browser = {
      visit: (url: string, call: object) => {
        visits.push({ url, ...call });
        return Promise.reject(new Error("enough"));
      },
    };
    const { origin } = await site({ "/robots.txt": "" });
    const body = { url: `${origin}/`, sessionId: "mine", country: "DE" };
    const ran = await mapped(body, { browser, sessions: someSessions(state as never) });
    expect(ran.status).toBe("failed");
    expect(ran.error).toBe("the page could not be loaded");
    expect(visits[0]).toMatchObject({ url: `${origin}/`, country: "de", job: "job_1", state });
  });

  it("fails when the session was deleted since", async () => {
    const { origin, requests } = await site({ "/": "x" });
    const sessions = { ...someSessions(), load: async () => undefined };
    const ran = await mapped({ url: `${origin}/`, sessionId: "mine" }, { sessions });
    expect(ran).toMatchObject({ status: "failed", error: expect.stringContaining("session") });
    expect(requests).toEqual([]);
  });
});

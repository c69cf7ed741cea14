import { FakeClock } from "dragline/testing";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { crawlKind } from "../../../../../src/service/slices/crawl/crawl.ts";
import { answerOf, ScriptedModel } from "../../../ai/scripted-model.ts";
import { Rig, runJob, someJob, someSessions } from "../../site-job-rig.ts";
import { crawled, links, siteIn, submitCrawl } from "./crawl-rig.ts";

const owned = new AsyncDisposableStack();
const site = siteIn(owned);
let rig: Rig;

afterEach(async () => rig[Symbol.asyncDispose]());
afterAll(() => owned.disposeAsync());

describe("a crawl job", () => {
  it("gives pages in fetch order with html and markdown, and costs those that completed", async () => {
    const { origin } = await site({ "/": links("/a", "/gone"), "/a": "<h1>A</h1>" });
    rig = new Rig();
    const ran = await crawled(rig, { url: `${origin}/` });
    expect(ran).toMatchObject({ status: "completed", credits: 2 });
    expect(Object.keys(ran.result ?? {})).toEqual(["results", "pages"]);
    expect(ran.pages[0]).toEqual({
      url: `${origin}/`,
      status: "completed",
      durationMs: expect.any(Number),
      html: links("/a", "/gone"),
      markdown: expect.stringContaining(`[to /a](${origin}/a)`),
    });
    expect(ran.pages.slice(1)).toHaveLength(2);
    expect(ran.pages.find(({ url }) => url.endsWith("/gone"))).toEqual({
      url: `${origin}/gone`,
      status: "failed",
      durationMs: expect.any(Number),
      error: "HTTP 404",
    });
  });

  it("extracts JSON of each page, and costs that of the pages that have it", async () => {
    const crew = (captain: string) => `<h1>Ship</h1><dl><dt>Captain<dd>${captain}</dl>`;
    const routes = { "/": links("/a", "/b", "/gone"), "/a": crew("Ann"), "/b": crew("Bob") };
    const { origin } = await site(routes);
    rig = new Rig();
    const outputSchema = { type: "object", properties: { captain: { type: "string" } } };
    const { pages, credits } = await crawled(rig, { url: `${origin}/`, outputSchema });
    const found = Object.fromEntries(
      pages.map(({ url, generatedJson }) => [new URL(url).pathname, generatedJson]),
    );
    expect(found).toEqual({
      "/": { status: "failed", data: null, error: "Not found on the page: captain." },
      "/a": { status: "success", data: { captain: "Ann" } },
      "/b": { status: "success", data: { captain: "Bob" } },
      "/gone": undefined,
    });
    expect(credits).toBe(3 + 2 * 2);
  });

  it("has a model read the pages of one kind once", async () => {
    const page = (captain: string) =>
      `<title>Ship</title><main><h1>A ship</h1><div class="zz"><b class="q1">${captain}</b></div>`;
    const names = ["Ann Alder", "Bob Birch", "Cid Cedar"];
    const routes = names.map((name, index) => [`/ship/${index}`, page(name)] as const);
    const { origin } = await site({
      "/": links(...routes.map(([path]) => path)),
      ...Object.fromEntries(routes),
    });
    const model = new ScriptedModel(async ({ prompt }) => {
      const text = JSON.stringify(prompt);
      const captain = names.find((name) => text.includes(name)) ?? null;
      return answerOf(JSON.stringify({ captain }));
    });
    rig = new Rig({ model });
    const outputSchema = { type: "object", properties: { captain: { type: "string" } } };
    const { pages } = await crawled(rig, { url: `${origin}/`, outputSchema });
    const found = pages.map(({ generatedJson }) => generatedJson?.["data"]);
    expect(found.slice(1)).toEqual(names.map((captain) => ({ captain })));
    // The start page, and the first ship.
    expect(model.calls).toHaveLength(2);
  });

  it("notes how far it is: the last note has every page", async () => {
    const { origin } = await site({ "/": links("/a", "/gone"), "/a": "a" });
    rig = new Rig();
    const { progress } = await crawled(rig, { url: `${origin}/` });
    expect(progress[0]).toEqual({ total: 1, completed: 1 });
    expect(progress.at(-1)).toEqual({ total: 3, completed: 2 });
  });

  it("notes it once a second at most", async () => {
    const paths = Array.from({ length: 30 }, (_, index) => `/${index}`);
    const { origin } = await site({ "*": links(...paths) });
    rig = new Rig({ clock: new FakeClock() });
    const { progress, pages } = await crawled(rig, { url: `${origin}/`, maxPages: 31 });
    expect(pages).toHaveLength(31);
    expect(progress).toEqual([
      { total: 1, completed: 1 },
      { total: 31, completed: 31 },
    ]);
  });

  it("stops at maxPages and depth", async () => {
    const { origin } = await site({ "/": links("/a", "/b", "/c"), "*": links("/deeper") });
    rig = new Rig();
    const few = await crawled(rig, { url: `${origin}/`, maxPages: 2 });
    expect(few.pages).toHaveLength(2);
    await rig[Symbol.asyncDispose]();
    rig = new Rig();
    const seed = await crawled(rig, { url: `${origin}/`, depth: 0 });
    expect(seed.pages.map(({ url }) => url)).toEqual([`${origin}/`]);
  });

  it("follows what the patterns include and do not exclude, the start page whatever they say", async () => {
    const { origin } = await site({
      "/": links("/news/1", "/news/old", "/shop"),
      "*": "x",
    });
    rig = new Rig();
    const patterns = { includePatterns: ["/news/*"], excludePatterns: ["*/old"] };
    const ran = await crawled(rig, { url: `${origin}/`, ...patterns });
    expect(ran.pages.map(({ url }) => url)).toEqual([`${origin}/`, `${origin}/news/1`]);
  });

  it("stores large pages as blobs and gives them back exactly", async () => {
    const text = '<p>Ünïcödé 🚢 \u2028 "quoted" </p>'.repeat(4000);
    const { origin } = await site({ "/": text, "/small": "s" });
    rig = new Rig({ options: { inlineBytes: 1000 } });
    const ran = await crawled(rig, { url: `${origin}/` });
    expect(ran.pages[0]?.html).toBe(text);
    expect(ran.pieces.length).toBeGreaterThan(2);
  });

  it("shows URL, country, and how many pages it has", () => {
    rig = new Rig();
    const kind = crawlKind(rig.parts);
    const job = someJob("crawl", { country: "us", unitsTotal: 3, unitsCompleted: 2 });
    expect(kind.head(job)).toEqual({
      url: "http://site.test/",
      country: "us",
      totalPages: 3,
      completedPages: 2,
    });
    expect(kind).toMatchObject({ resultPath: "/crawl", timeoutMs: 1_800_000, concurrency: 4 });
  });

  it("fails when the session was deleted since, without a request", async () => {
    const { origin, requests } = await site({ "*": "x" });
    rig = new Rig({ sessions: { ...someSessions(), load: async () => undefined } });
    const ran = await crawled(rig, { url: `${origin}/`, sessionName: "shop" });
    expect(ran).toMatchObject({ status: "failed", error: expect.stringContaining("session") });
    expect(requests).toEqual([]);
  });

  it("takes a browser with the state of the session", async () => {
    const visits: object[] = [];
    const browser = {
      visit: (url: string, call: object) => {
        visits.push({ url, ...call });
        return Promise.reject(new Error("enough"));
      },
    };
    const { origin } = await site({ "/robots.txt": "" });
    rig = new Rig({ sessions: someSessions(), browser });
    const ran = await crawled(rig, { url: `${origin}/`, sessionId: "mine" });
    expect(ran).toMatchObject({ status: "failed", error: "the page could not be loaded" });
    expect(visits[0]).toMatchObject({ job: "job_1", state: { cookies: [], origins: [] } });
  });
});

describe("a crawl job that fails", () => {
  it.each([
    [{ "*": { status: 404 } }, /^HTTP 404$/],
    [{ "/robots.txt": "", "/": { status: 403, body: "<p>no</p>" } }, /^HTTP 403/],
    [{ "*": { status: 500 } }, /^HTTP 500/],
    [{ "/robots.txt": "User-agent: *\nDisallow: /" }, /^disallowed by robots\.txt/],
    [
      { "/": { headers: { "content-type": "application/zip" }, body: "PK\u0003\u0004" } },
      /content type/,
    ],
    [{ "/": { status: 302, headers: { location: "https://other.example/" } } }, /another site/],
    [
      { "/": "<title>Just a moment...</title><script src=/cdn-cgi/challenge-platform/x></script>" },
      /^blocked by website/,
    ],
  ])("says of %j: %s", async (routes, text) => {
    const { origin } = await site(routes);
    rig = new Rig();
    const ran = await crawled(rig, { url: `${origin}/` });
    expect(ran.status).toBe("failed");
    expect(ran.error).toMatch(text);
    expect(ran.progress.at(-1)?.completed).toBe(0);
  });

  it("rethrows the reason when it is cancelled half-way", async () => {
    const slow = await site({ "/": links("/slow"), "/slow": () => {} });
    rig = new Rig();
    const job = await submitCrawl(rig, { url: `${slow.origin}/` });
    const stop = new AbortController();
    const running = runJob(crawlKind(rig.parts), job, stop.signal);
    await slow.seen("/slow");
    const reason = new Error("stop");
    stop.abort(reason);
    await expect(running).rejects.toBe(reason);
  });
});

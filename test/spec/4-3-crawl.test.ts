import { describe, expect, it } from "vitest";
import { transports, useWorld, type Doc } from "../transports/index.ts";

const urlsOf = ({ results }: Doc): string[] => results.map(({ url }) => url);

describe.each(transports)("4.3 POST /crawl, over $name", (transport) => {
  const world = useWorld(transport);
  const crawl = (more: object = {}) =>
    world.alice.finish("/crawl", { url: world.page("/"), ...more });

  it("answers 202 `{jobId, status: pending}`", async () => {
    const answer = await world.alice.post("/crawl", { url: world.page("/one") });
    expect(answer.status).toBe(202);
    expect(answer.json).toEqual({ jobId: expect.any(String), status: "pending" });
  });

  const patterns = (count: number, length: number) =>
    Array.from({ length: count }, () => "a".repeat(length));

  it.each([
    ["url", { url: undefined }],
    ["url", { url: "harbour" }],
    ["url", { url: "http://10.0.0.1/" }],
    ["maxPages", { maxPages: 0 }],
    ["maxPages", { maxPages: 1001 }],
    ["maxPages", { maxPages: 2.5 }],
    ["depth", { depth: -1 }],
    ["depth", { depth: 6 }],
    ["includePatterns", { includePatterns: "/one" }],
    ["includePatterns", { includePatterns: patterns(101, 1) }],
    ["includePatterns", { includePatterns: patterns(1, 501) }],
    ["excludePatterns", { excludePatterns: patterns(101, 1) }],
    ["excludePatterns", { excludePatterns: patterns(1, 501) }],
    ["excludePatterns", { excludePatterns: [7] }],
    ["country", { country: "u" }],
    ["useBrowser", { useBrowser: "true" }],
    ["webhook_url", { webhook_url: "harbour" }],
  ])("refuses a wrong %s", async (name, more) => {
    const answer = await world.alice.post("/crawl", { url: world.page("/"), ...more });
    expect([answer.status, answer.json.error]).toEqual([400, "invalid_request"]);
    expect(answer.json.message).toContain(name);
  });

  it("takes its bounds", async () => {
    const rich = await world.user(5000);
    for (const more of [
      { maxPages: 1000, depth: 0 },
      { maxPages: 1, depth: 5 },
      { includePatterns: patterns(100, 1), excludePatterns: patterns(100, 500) },
    ]) {
      const answer = await rich.post("/crawl", { url: world.page("/deeper"), ...more });
      expect([answer.status, answer.text]).toEqual([202, expect.any(String)]);
    }
  });

  it("goes one link step from the start page by default, the start page first", async () => {
    const doc = await crawl();
    expect(urlsOf(doc)[0]).toBe(world.page("/"));
    expect(urlsOf(doc).toSorted()).toEqual(
      ["/", "/one", "/two"].map((path) => world.page(path)).toSorted(),
    );
  });

  it("goes as deep as depth says, and only the start page with 0", async () => {
    expect(urlsOf(await crawl({ depth: 0 }))).toEqual([world.page("/")]);
    expect(urlsOf(await crawl({ depth: 2 }))).toContain(world.page("/deep"));
    expect(urlsOf(await crawl({ depth: 2 }))).not.toContain(world.page("/deeper"));
  });

  it("fetches at most maxPages pages", async () => {
    const doc = await crawl({ maxPages: 2, depth: 5 });
    expect(doc.results).toHaveLength(2);
    expect(doc).toMatchObject({ totalPages: 2, completedPages: 2, creditsUsed: 2 });
  });

  it("stays on the start URL's host", async () => {
    const urls = urlsOf(await crawl({ depth: 5 }));
    expect(urls.filter((url) => !url.startsWith(`${world.site.origin}/`))).toEqual([]);
  });

  it("matches patterns against path plus query, anchored and case-sensitive", async () => {
    expect(urlsOf(await crawl({ includePatterns: ["/o*"] }))).toEqual(
      ["/", "/one"].map((path) => world.page(path)),
    );
    expect(urlsOf(await crawl({ includePatterns: ["o*"] }))).toEqual([world.page("/")]);
    expect(urlsOf(await crawl({ includePatterns: ["/O*"] }))).toEqual([world.page("/")]);
    expect(urlsOf(await crawl({ includePatterns: ["/?ne"] }))).toContain(world.page("/one"));
  });

  it("matches a pattern with :// against the whole URL", async () => {
    const doc = await crawl({ includePatterns: [`${world.site.origin}/t**`] });
    expect(urlsOf(doc)).toEqual(["/", "/two"].map((path) => world.page(path)));
  });

  it("lets exclusion win, and always fetches the start page", async () => {
    const doc = await crawl({ includePatterns: ["/one", "/two"], excludePatterns: ["/two", "/"] });
    expect(urlsOf(doc)).toEqual(["/", "/one"].map((path) => world.page(path)));
  });

  it("uses a browser when asked to", async () => {
    await crawl({ useBrowser: true, depth: 0 });
    expect(world.visitor.visits.map(({ url }) => url)).toContain(world.page("/"));
  });
});

describe.each(transports)("4.3 GET /crawl/{id} and 2.3, over $name", (transport) => {
  const world = useWorld(transport);
  const base = ["id", "status", "jobType", "url", "country", "error", "createdAt"].concat(
    "totalPages",
    "completedPages",
  );
  const terminal = ["completedAt", "durationMs", "creditsUsed"];

  it("has exactly these members when completed; `pages` is the same list as `results`", async () => {
    const doc = await world.alice.finish("/crawl", { url: world.page("/half"), country: "DE" });
    expect(Object.keys(doc).toSorted()).toEqual(
      [...base, ...terminal, "results", "pages"].toSorted(),
    );
    expect(doc["pages"]).toEqual(doc.results);
    expect(doc.results).toHaveLength(3);
    expect(doc).toMatchObject({
      jobType: "crawl",
      status: "completed",
      url: world.page("/half"),
      country: "de",
      error: null,
      totalPages: 3,
      completedPages: 2,
      creditsUsed: 2,
    });
  });

  it("has url, status and durationMs of every page, its text or its error", async () => {
    const doc = await world.alice.finish("/crawl", { url: world.page("/half") });
    const page = (path: string): Doc =>
      doc.results.find(({ url }) => url === world.page(path)) ?? ({} as Doc);
    expect(Object.keys(page("/one")).toSorted()).toEqual(
      ["durationMs", "html", "markdown", "status", "url"].toSorted(),
    );
    expect(page("/one")).toMatchObject({ status: "completed" });
    expect(page("/one").markdown).toContain("# One");
    expect(Number.isInteger(page("/one").durationMs)).toBe(true);
    expect(Object.keys(page("/missing")).toSorted()).toEqual(
      ["durationMs", "error", "status", "url"].toSorted(),
    );
    expect(page("/missing").status).toBe("failed");
    expect(page("/missing").error).toContain("HTTP 404");
  });

  it("has counts and no results while it runs", async () => {
    world.gate.close();
    const body = { url: world.page("/slow"), useBrowser: true, depth: 0 };
    const id = await world.alice.submit("/crawl", body);
    await world.gate.reached();
    const { json } = await world.alice.get(`/crawl/${id}`);
    expect(Object.keys(json).toSorted()).toEqual(base.toSorted());
    expect(json).toMatchObject({ status: "processing", completedPages: 0 });
    world.gate.open();
    expect(await world.alice.settled(`/crawl/${id}`)).toMatchObject({ completedPages: 1 });
  });

  it("is failed, free and without results when no page completed", async () => {
    const doc = await world.alice.finish("/crawl", { url: world.page("/gone") });
    expect(Object.keys(doc).toSorted()).toEqual([...base, ...terminal].toSorted());
    expect(doc).toMatchObject({ status: "failed", completedPages: 0, creditsUsed: 0 });
    expect(doc.error).toContain("HTTP 410");
  });

  it("is 404 for unknown ids and ids of other kinds, 403 for other users, 401 without a key", async () => {
    const id = await world.alice.submit("/crawl", { url: world.page("/deeper") });
    const map = await world.alice.submit("/map", { url: world.page("/deeper") });
    expect((await world.alice.get("/crawl/unknown")).status).toBe(404);
    expect((await world.alice.get(`/crawl/${map}`)).status).toBe(404);
    expect((await world.bob.get(`/crawl/${id}`)).status).toBe(403);
    expect((await world.nobody.get(`/crawl/${id}`)).status).toBe(401);
  });
});

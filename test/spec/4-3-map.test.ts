import { describe, expect, it } from "vitest";
import { transports, useWorld } from "../transports/index.ts";

describe.each(transports)("4.3 POST /map, over $name", (transport) => {
  const world = useWorld(transport);
  const map = (more: object = {}) => world.alice.finish("/map", { url: world.page("/"), ...more });

  it("answers 202 `{jobId, status: pending}`", async () => {
    const answer = await world.alice.post("/map", { url: world.page("/") });
    expect(answer.status).toBe(202);
    expect(answer.json).toEqual({ jobId: expect.any(String), status: "pending" });
  });

  it.each([
    ["url", {}],
    ["url", { url: "harbour" }],
    ["url", { url: "ftp://example.com/" }],
    ["url", { url: "http://127.0.0.2/" }],
    ["limit", { limit: 0 }],
    ["limit", { limit: 5001 }],
    ["limit", { limit: 1.5 }],
    ["limit", { limit: "10" }],
    ["depth", { depth: -1 }],
    ["depth", { depth: 6 }],
    ["limitPerLevel", { limitPerLevel: 0 }],
    ["limitPerLevel", { limitPerLevel: 501 }],
    ["includeSubdomains", { includeSubdomains: "true" }],
    ["includeExternalLinks", { includeExternalLinks: 1 }],
    ["useBrowser", { useBrowser: "no" }],
    ["search", { search: 7 }],
    ["country", { country: "usa" }],
    ["webhook_url", { webhook_url: "http://10.0.0.1/" }],
  ])("refuses a wrong %s: %j", async (name, more) => {
    const url = name === "url" ? {} : { url: world.page("/") };
    const answer = await world.alice.post("/map", { ...url, ...more });
    expect([answer.status, answer.json.error]).toEqual([400, "invalid_request"]);
    expect(answer.json.message).toContain(name);
  });

  it.each([
    { limit: 1 },
    { limit: 5000 },
    { depth: 0 },
    { depth: 5 },
    { limitPerLevel: 1 },
    { limitPerLevel: 500 },
    { country: "DE" },
    { search: null, sessionId: null, limit: null },
  ])("takes %j", async (more) => {
    const answer = await world.alice.post("/map", { url: world.page("/"), ...more });
    expect([answer.status, answer.text]).toEqual([202, expect.any(String)]);
  });

  it("finds internal URLs to depth 2, start URL first, without fragments and duplicates", async () => {
    const doc = await map();
    expect(doc.status).toBe("completed");
    expect(doc.links[0]).toBe(world.page("/"));
    expect(new Set(doc.links)).toEqual(
      new Set(["/", "/deep", "/one", "/two"].map((path) => world.page(path))),
    );
    expect(doc.links).toHaveLength(4);
  });

  it("goes as deep as depth says", async () => {
    const only = await map({ depth: 0 });
    expect([...only.links]).toContain(world.page("/"));
    expect([...only.links]).not.toContain(world.page("/deep"));
    expect([...(await map({ depth: 1 })).links]).not.toContain(world.page("/deep"));
    expect([...(await map({ depth: 3 })).links]).toContain(world.page("/deeper"));
  });

  it("gives at most limit links", async () => {
    const doc = await map({ limit: 2 });
    expect(doc.links).toHaveLength(2);
    expect(doc["totalLinks"]).toBe(2);
  });

  it("returns only URLs that contain search, whatever their case", async () => {
    const doc = await map({ search: "DEEP" });
    expect(doc.links).toEqual([world.page("/deep")]);
  });

  it("returns external links apart, only when asked for them", async () => {
    expect(await map()).toMatchObject({ externalLinks: [], totalExternalLinks: 0 });
    const doc = await map({ includeExternalLinks: true });
    expect(doc).toMatchObject({
      externalLinks: ["https://elsewhere.example/page"],
      totalExternalLinks: 1,
    });
  });

  it("uses a browser when asked to", async () => {
    const doc = await map({ useBrowser: true, depth: 1 });
    expect(doc.status).toBe("completed");
    expect(world.visitor.visits.map(({ url }) => url)).toContain(world.page("/"));
  });
});

describe.each(transports)("4.3 GET /map/{id} and 2.3, over $name", (transport) => {
  const world = useWorld(transport);
  const base = ["id", "status", "jobType", "url", "error", "createdAt"];
  const terminal = ["completedAt", "durationMs", "creditsUsed"];

  it("has exactly these members when completed", async () => {
    const doc = await world.alice.finish("/map", { url: world.page("/") });
    expect(Object.keys(doc).toSorted()).toEqual(
      [
        ...base,
        ...terminal,
        ..."links externalLinks totalLinks totalExternalLinks".split(" "),
      ].toSorted(),
    );
    expect(doc).toMatchObject({
      jobType: "map",
      url: world.page("/"),
      error: null,
      creditsUsed: 1,
      totalLinks: doc.links.length,
    });
  });

  it("is failed with the cause and free when the start page cannot be had", async () => {
    const doc = await world.alice.finish("/map", { url: world.page("/gone") });
    expect(Object.keys(doc).toSorted()).toEqual([...base, ...terminal].toSorted());
    expect(doc).toMatchObject({ status: "failed", creditsUsed: 0 });
    expect(doc.error).toContain("HTTP 410");
  });

  it("is 404 for unknown ids and ids of other kinds, 403 for other users, 401 without a key", async () => {
    const id = await world.alice.submit("/map", { url: world.page("/") });
    const scrape = await world.alice.submit("/url-scraper", { url: world.page("/one") });
    expect((await world.alice.get("/map/unknown")).status).toBe(404);
    expect((await world.alice.get(`/map/${scrape}`)).status).toBe(404);
    expect((await world.bob.get(`/map/${id}`)).status).toBe(403);
    expect((await world.nobody.get(`/map/${id}`)).status).toBe(401);
  });
});

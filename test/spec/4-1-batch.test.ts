import { describe, expect, it } from "vitest";
import { transports, useWorld } from "../transports/index.ts";

describe.each(transports)("4.1 POST /url-scraper/batch, over $name", (transport) => {
  const world = useWorld(transport);
  const pagesOf = (...paths: string[]) => paths.map((path) => world.page(path));
  const submit = (body: object) => world.alice.post("/url-scraper/batch", body);

  it("answers 202 with `{jobId, status: pending}`", async () => {
    const answer = await submit({ urls: pagesOf("/one") });
    expect(answer.status).toBe(202);
    expect(answer.json).toEqual({ jobId: expect.any(String), status: "pending" });
  });

  it.each([
    ["no urls", {}],
    ["0 URLs", { urls: [] }],
    ["more than 10 URLs", { urls: Array.from({ length: 11 }, () => "http://example.com/") }],
    ["urls that are no list", { urls: "http://example.com/" }],
  ])("refuses %s as invalid_request", async (_, body) => {
    const answer = await submit(body);
    expect([answer.status, answer.json.error]).toEqual([400, "invalid_request"]);
    expect(answer.json.message).toContain("urls");
  });

  it.each([
    ["a word", "harbour"],
    ["another scheme", "ftp://example.com/"],
    ["no host", "http://"],
    ["empty", ""],
  ])("refuses an entry that is %s as invalid_url with its index", async (_, entry) => {
    const answer = await submit({ urls: [...pagesOf("/one", "/two"), entry] });
    expect([answer.status, answer.json.error]).toEqual([400, "invalid_url"]);
    expect(answer.json.message).toMatch(/\b2\b/);
  });

  it("counts the index from 0", async () => {
    const answer = await submit({ urls: ["harbour", ...pagesOf("/one")] });
    expect(answer.json.error).toBe("invalid_url");
    expect(answer.json.message).toMatch(/\b0\b/);
  });

  it("takes 10 URLs", async () => {
    const urls = Array.from({ length: 10 }, (_, index) => world.page(`/one?ten=${index}`));
    const doc = await world.alice.finish("/url-scraper/batch", { urls });
    expect(doc.results).toHaveLength(10);
    expect(doc["urls"]).toEqual(urls);
  });

  it("scrapes duplicates separately", async () => {
    const user = await world.user();
    const urls = pagesOf("/one", "/one");
    const doc = await user.finish("/url-scraper/batch", { urls, forceFresh: true });
    expect(new Set(doc.results.map(({ id }) => id)).size).toBe(2);
    expect(doc).toMatchObject({ status: "completed", creditsUsed: 2 });
  });

  it("applies the fields of the single route to every URL", async () => {
    const doc = await world.alice.finish("/url-scraper/batch", {
      urls: pagesOf("/one", "/two"),
      formats: ["links"],
      country: "FR",
    });
    expect(doc).toMatchObject({ country: "fr" });
    for (const child of doc.results) {
      expect(child.links).toEqual(expect.any(Array));
      expect(child).not.toHaveProperty("html");
    }
  });

  it.each([
    ["formats", { formats: ["pdf"] }],
    ["country", { country: "usa" }],
    ["actions", { actions: [{ type: "dance" }] }],
    ["outputSchema", { outputSchema: [] }],
    ["useBrowser", { useBrowser: "yes" }],
    ["webhook_url", { webhook_url: "http://10.0.0.1/" }],
  ])("refuses a wrong %s as the single route does", async (name, more) => {
    const answer = await submit({ urls: pagesOf("/one"), ...more });
    expect([answer.status, answer.json.error]).toEqual([400, "invalid_request"]);
    expect(answer.json.message).toContain(name);
  });

  it("is completed when any child finishes", async () => {
    const doc = await world.alice.finish("/url-scraper/batch", { urls: pagesOf("/gone", "/two") });
    expect(doc).toMatchObject({ status: "completed", error: null });
    expect(doc.results.map(({ status }) => status)).toEqual(["failed", "completed"]);
    expect(doc.results[0]?.error).toContain("HTTP 410");
  });

  it("is failed with `All URLs failed` when none does", async () => {
    const doc = await world.alice.finish("/url-scraper/batch", {
      urls: pagesOf("/gone", "/forbidden"),
    });
    expect(doc).toMatchObject({ status: "failed", error: "All URLs failed", creditsUsed: 0 });
    expect(doc.results).toHaveLength(2);
  });

  it("is polled through GET /url-scraper/{id}, and so is each child", async () => {
    const doc = await world.alice.finish("/url-scraper/batch", { urls: pagesOf("/article") });
    const [child] = doc.results;
    const single = (await world.alice.get(`/url-scraper/${child?.id}`)).json;
    expect(single).toMatchObject({
      id: child?.id,
      jobType: "url_scraper",
      status: "completed",
      url: world.page("/article"),
      markdown: child?.markdown,
    });
    expect(single).not.toHaveProperty("index");
  });
});

import { describe, expect, it } from "vitest";
import { PIXEL, transports, useWorld, type Doc } from "../../transports/index.ts";

describe.each(transports)("1.3 result cache, over $name", (transport) => {
  const world = useWorld(transport);
  let count = 0;
  /** Scrapes one page twice, with these bodies; gives the second document. */
  const second = async (first: object, then: object): Promise<Doc> => {
    count += 1;
    const url = world.page(`/article?n=${count}`);
    const user = await world.user();
    const before = await user.finish("/url-scraper", { url, ...first });
    expect(before).toMatchObject({ status: "completed", cached: false });
    const doc = await user.finish("/url-scraper", { url, ...then });
    expect(doc.status).toBe("completed");
    expect(doc.creditsUsed === 0).toBe(doc.cached);
    return doc;
  };

  it.each([
    ["the same again", {}, {}],
    ["markdown after html", { formats: ["html"] }, { formats: ["markdown"] }],
    ["html after markdown", { formats: ["markdown"] }, { formats: ["html"] }],
    ["links and images after html", { formats: ["html"] }, { formats: ["links", "images"] }],
    ["cleanedHtml after links", { formats: ["links"] }, { formats: ["cleanedHtml"] }],
    ["a kept summary", { formats: ["summary"] }, { formats: ["summary", "markdown"] }],
    ["a kept extraction", { generateJson: true }, { formats: ["json"] }],
    ["a kept screenshot", { formats: ["screenshot"] }, { formats: ["screenshot"] }],
    ["the country in another case", { country: "DE" }, { country: "de" }],
    ["null for a default", {}, { country: null, useBrowser: null }],
    [
      "the same actions",
      { actions: [{ type: "wait", milliseconds: 1 }] },
      { actions: [{ type: "wait", milliseconds: 1 }] },
    ],
  ])("hits for %s", async (_, first, then) => {
    expect((await second(first, then)).cached).toBe(true);
  });

  it.each([
    ["a first summary", {}, { formats: ["summary"] }],
    ["a first extraction", {}, { generateJson: true }],
    ["a new outputSchema", { generateJson: true }, { outputSchema: { type: "object" } }],
    ["a first screenshot", {}, { formats: ["screenshot"] }],
    ["the other screenshot", { formats: ["screenshot"] }, { formats: ["screenshotFullPage"] }],
    ["another country", {}, { country: "de" }],
    ["useBrowser", {}, { useBrowser: true }],
    ["actions", { useBrowser: true }, { actions: [{ type: "wait", milliseconds: 1 }] }],
    [
      "other actions",
      { actions: [{ type: "wait", milliseconds: 1 }] },
      { actions: [{ type: "wait", milliseconds: 2 }] },
    ],
    ["forceFresh", {}, { forceFresh: true }],
  ])("misses for %s", async (_, first, then) => {
    expect((await second(first, then)).cached).toBe(false);
  });

  it("is per account", async () => {
    const url = world.page("/article?mine");
    await world.alice.finish("/url-scraper", { url });
    expect((await world.bob.finish("/url-scraper", { url })).cached).toBe(false);
    expect((await world.alice.finish("/url-scraper", { url })).cached).toBe(true);
  });

  it("tells URLs by their canonical form", async () => {
    const user = await world.user();
    const url = world.page("/article?canonical");
    await user.finish("/url-scraper", { url });
    const spelled = `${url.replace("/article", "/./article").replace("http:", "HTTP:")}#top`;
    expect((await user.finish("/url-scraper", { url: spelled })).cached).toBe(true);
    expect((await user.finish("/url-scraper", { url: `${url}&x=1` })).cached).toBe(false);
  });

  it("serves what was fetched before, under the new job's id and URLs", async () => {
    const formats = ["markdown", "screenshot"];
    const doc = await second({ formats }, { formats });
    expect(doc.markdown).toContain("# By browser");
    expect(doc.screenshotUrl).toContain(`/url-scraper/${doc.id}/screenshot`);
  });

  it("serves a cached screenshot under the new id", async () => {
    const user = await world.user();
    const body = { url: world.page("/article?shot"), formats: ["screenshot"] };
    await user.finish("/url-scraper", body);
    const { id, cached } = await user.finish("/url-scraper", body);
    expect(cached).toBe(true);
    expect((await user.get(`/url-scraper/${id}/screenshot`)).bytes).toEqual(PIXEL);
  });

  it("writes with forceFresh, and reads again without it", async () => {
    const user = await world.user();
    const url = world.page("/article?fresh");
    await user.finish("/url-scraper", { url, forceFresh: true });
    expect((await user.finish("/url-scraper", { url })).cached).toBe(true);
  });

  it("does not keep failures", async () => {
    const user = await world.user();
    const url = world.page("/gone?kept");
    for (let made = 0; made < 2; made += 1) {
      const doc = await user.finish("/url-scraper", { url });
      expect(doc).toMatchObject({ status: "failed", cached: false });
    }
    const asked = world.site.requests.filter(({ path }) => path === "/gone?kept");
    expect(asked).toHaveLength(2);
  });

  it("is neither read nor written with a session", async () => {
    const user = await world.user();
    const sessionId = "55555555-5555-4555-8555-555555555555";
    world.sessions.rows.push({ id: sessionId, account: user.account, name: "s", isSaved: true });
    const url = world.page("/article?session");
    const scrape = (more: object) => user.finish("/url-scraper", { url, ...more });
    expect((await scrape({ sessionId })).cached).toBe(false);
    expect((await scrape({ useBrowser: true })).cached).toBe(false);
    expect((await scrape({ sessionId })).cached).toBe(false);
  });

  it("is shared by single, synchronous and batch scrapes", async () => {
    const user = await world.user();
    const url = world.page("/article?shared");
    const doc = await user.finish("/url-scraper/batch", { urls: [url] });
    expect(doc.results[0]?.cached).toBe(false);
    expect((await user.post("/url-scraper/scrape", { url })).json.cached).toBe(true);
    expect((await user.finish("/url-scraper", { url })).cached).toBe(true);
    const again = await user.finish("/url-scraper/batch", { urls: [url] });
    expect(again).toMatchObject({ status: "completed", creditsUsed: 0 });
    expect(again.results[0]).toMatchObject({ cached: true, status: "completed" });
  });
});

describe.each(transports)("1.3 rate limits and the cache, over $name", (transport) => {
  const world = useWorld(transport, { options: { limits: { "POST /url-scraper": 2 } } });

  it("counts hits as calls", async () => {
    const body = { url: world.page("/one") };
    await world.alice.finish("/url-scraper", body);
    expect(await world.alice.finish("/url-scraper", body)).toMatchObject({ cached: true });
    expect((await world.alice.post("/url-scraper", body)).status).toBe(429);
  });
});

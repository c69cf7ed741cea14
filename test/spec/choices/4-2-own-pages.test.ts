import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { SearchError } from "dragline/search";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { FakeIndex, JumpClock, transports, useWorld, type User } from "../../transports/index.ts";
import { checkMonitor } from "../check-monitor.ts";

const DAY = 86_400_000;
const none = { model: undefined, search: undefined } as const;

describe.each(transports)("4.2 search of the account's own pages, over $name", (transport) => {
  const index = new FakeIndex();
  const world = useWorld(transport, { collaborators: { ...none, index } });
  const search = async (user: User, prompt = "harbour") =>
    (await user.post("/search", { prompt, limit: 20 })).json.results.map(({ url }) => url);

  it("finds what was scraped: alone, synchronously, in a batch", async () => {
    const user = await world.user();
    expect(await search(user)).toEqual([]);
    await user.finish("/url-scraper", { url: world.page("/one") });
    await user.post("/url-scraper/scrape", { url: world.page("/two") });
    await user.finish("/url-scraper/batch", { urls: [world.page("/deep"), world.page("/gone")] });
    expect(await search(user)).toEqual(["/one", "/two", "/deep"].map((path) => world.page(path)));
  });

  it("finds what was crawled", async () => {
    const user = await world.user();
    await user.finish("/crawl", { url: world.page("/half") });
    expect((await search(user)).toSorted()).toEqual([world.page("/half"), world.page("/one")]);
  });

  it("finds what is monitored: a page, a site", async () => {
    const user = await world.user();
    world.board.put("/board", '<p>Boats of the harbour</p><a href="/board/a">A</a>');
    world.board.put("/board/a", "<p>A boat of the harbour</p>");
    const monitor = { intervalMinutes: 60, isActive: false };
    const watch = async (more: object) => {
      const { id } = (await user.post("/monitors", { ...monitor, ...more })).json;
      await checkMonitor(user, id);
    };
    await watch({ url: world.page("/one") });
    expect(await search(user)).toEqual([world.page("/one")]);
    await watch({ url: world.page("/board"), scope: "site" });
    expect((await search(user)).toSorted()).toEqual(
      ["/board", "/board/a", "/one"].map((path) => world.page(path)),
    );
  });

  it("lets research read what it finds there, and asks no site again", async () => {
    const user = await world.user();
    await user.finish("/url-scraper", { url: world.page("/one") });
    const before = [index.added, world.site.requests.length];
    const doc = await user.finish("/agentic-search", { prompt: "harbour", useBrowser: false });
    expect([index.added, world.site.requests.length]).toEqual(before);
    expect(doc["citations"]).toMatchObject([{ url: world.page("/one") }]);
  });

  it("finds nothing of another account", async () => {
    const [user, other] = [await world.user(), await world.user()];
    await user.finish("/url-scraper", { url: world.page("/one") });
    await other.finish("/url-scraper", { url: world.page("/two") });
    expect(await search(user)).toEqual([world.page("/one")]);
    expect(await search(other)).toEqual([world.page("/two")]);
    const doc = await other.finish("/agentic-search", { prompt: "harbour", useBrowser: false });
    expect(JSON.stringify(doc)).not.toContain(world.page("/one"));
  });

  it("does not add a cache hit again", async () => {
    const user = await world.user();
    const url = world.page("/one?once");
    await user.finish("/url-scraper", { url });
    const before = index.added;
    await user.finish("/url-scraper", { url });
    expect(index.added).toBe(before);
  });

  it("keeps no page that was had with a saved session", async () => {
    const user = await world.user();
    const sessionId = "55555555-5555-4555-8555-555555555555";
    world.sessions.rows.push({ id: sessionId, account: user.account, name: "in", isSaved: true });
    await user.finish("/url-scraper", { url: world.page("/one"), sessionId });
    await user.finish("/crawl", { url: world.page("/one"), sessionId, maxPages: 1 });
    expect(index.urls(user.account)).toEqual([]);
  });

  it("keeps no page that failed", async () => {
    const user = await world.user();
    await user.finish("/url-scraper", { url: world.page("/gone") });
    await user.finish("/url-scraper", { url: world.page("/blocked") });
    expect(index.urls(user.account)).toEqual([]);
  });

  it("fails no job when the index does, and tells the host", async () => {
    const user = await world.user();
    const told: unknown[] = [];
    const hear = (message: unknown): void => void told.push((message as { error: unknown }).error);
    subscribe("dragline:service:failure", hear);
    onTestFinished(() => void unsubscribe("dragline:service:failure", hear));
    index.failure = new SearchError("INDEX_UNAVAILABLE", { message: "full disk", details: {} });
    const scrape = await user.finish("/url-scraper", { url: world.page("/one") });
    const crawl = await user.finish("/crawl", { url: world.page("/two"), maxPages: 1 });
    const answer = await user.post("/search", { prompt: "harbour" });
    const failure = index.failure;
    index.failure = undefined;
    expect([scrape.status, crawl.status]).toEqual(["completed", "completed"]);
    expect([answer.status, answer.json.error]).toEqual([500, "search_error"]);
    expect(told.slice(0, 3)).toEqual([failure, failure, failure]);
  });
});

describe.each(transports)("4.2 a host that gives neither, over $name", (transport) => {
  const world = useWorld(transport, { collaborators: none });

  it("has an index in memory, whose passages no other account finds", async () => {
    const [user, other] = [await world.user(), await world.user()];
    world.board.put("/board", "<p>The lighthouse of Pakri was built of limestone in 1724.</p>");
    await user.finish("/url-scraper", { url: world.page("/board") });
    await other.finish("/url-scraper", { url: world.page("/one") });
    const prompt = "lighthouse of Pakri";
    const { json } = await user.post("/search", { prompt });
    expect(json.results.map(({ url }) => url)).toEqual([world.page("/board")]);
    expect(json.results[0]?.["snippet"]).toContain("limestone");
    for (const words of [prompt, "limestone 1724", "harbour lighthouse"]) {
      const answer = await other.post("/search", { prompt: words });
      expect(answer.text).not.toContain("limestone");
    }
    const doc = await other.finish("/agentic-search", { prompt, useBrowser: false });
    expect(JSON.stringify(doc)).not.toContain("limestone");
  });

  it("has the newest text of a page that comes again", async () => {
    const user = await world.user();
    world.board.put("/board/a", "<p>The ferry sails at noon.</p>");
    const scrape = { url: world.page("/board/a"), forceFresh: true };
    await user.finish("/url-scraper", scrape);
    world.board.put("/board/a", "<p>The ferry sails at midnight.</p>");
    await user.finish("/url-scraper", scrape);
    const { json } = await user.post("/search", { prompt: "when does the ferry sail" });
    expect(json.results).toHaveLength(1);
    expect(json.results[0]?.["snippet"]).toContain("midnight");
  });
});

describe.each(transports)("4.2 a host that gives both, over $name", (transport) => {
  const index = new FakeIndex();
  const world = useWorld(transport, { collaborators: { model: undefined, index } });

  it("keeps what a research fetched", async () => {
    const user = await world.user();
    world.search.results = [{ url: world.page("/one"), title: "Harbour", snippet: "harbour" }];
    await user.finish("/agentic-search", { prompt: "harbour", useBrowser: false });
    expect(index.urls(user.account)).toEqual([world.page("/one")]);
  });
});

describe.each(transports)("0.6 how long own pages are kept, over $name", (transport) => {
  const clock = new JumpClock();
  const index = new FakeIndex();
  const world = useWorld(transport, { collaborators: { ...none, index, clock } });

  it("is as long as their jobs are", async () => {
    const user = await world.user();
    await user.finish("/url-scraper", { url: world.page("/one") });
    await clock.jump(30 * DAY - 5000);
    expect(index.urls(user.account)).toEqual([world.page("/one")]);
    await clock.jump(70_000);
    await clock.jump(70_000);
    await expect.poll(() => index.urls(user.account)).toEqual([]);
  });

  it("ends with the account", async () => {
    const user = await world.user();
    await user.finish("/url-scraper", { url: world.page("/two") });
    await world.service.accounts.remove(user.account);
    await clock.jump(70_000);
    await clock.jump(70_000);
    await expect.poll(() => index.urls(user.account)).toEqual([]);
  });

  it("ends the account's research with it", async () => {
    const user = await world.user();
    world.gate.close();
    const html = "<p>The harbour of a town where all takes a while.</p>";
    // It is searched for, and gone when it is to be read: then it is fetched.
    vi.spyOn(index, "read").mockResolvedValue(undefined);
    onTestFinished(() => void vi.restoreAllMocks());
    await index.add(user.account, { url: world.page("/slow"), html, fetchedAt: clock.now() });
    await user.submit("/agentic-search", { prompt: "harbour", useBrowser: false });
    await world.gate.reached();
    const before = world.site.requests.length;
    await world.service.accounts.remove(user.account);
    await clock.pass(90_000);
    world.gate.open();
    await clock.pass(10_000);
    expect(world.site.requests.length).toBe(before);
    expect(index.urls(user.account)).toEqual([]);
  });
});

describe.each(transports)("4.2 an index that is fed by the host alone, over $name", (transport) => {
  const index = new FakeIndex();
  const collaborators = { ...none, index };
  const world = useWorld(transport, { collaborators, options: { indexPages: false } });

  it("is searched, and not added to", async () => {
    const user = await world.user();
    await user.finish("/url-scraper", { url: world.page("/one") });
    expect(index.urls(user.account)).toEqual([]);
    const fed = { url: "https://manual.example/", html: "<p>harbour</p>", fetchedAt: 0 };
    await index.add(user.account, fed);
    const { json } = await user.post("/search", { prompt: "harbour" });
    expect(json.results.map(({ url }) => url)).toEqual([fed.url]);
  });
});

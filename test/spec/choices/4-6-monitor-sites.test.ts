import { describe, expect, it } from "vitest";
import { done, failed, transports, useWorld, type Doc, type User } from "../../transports/index.ts";
import { checkMonitor } from "../check-monitor.ts";

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const HASH = /^[0-9a-f]{64}$/;
const words = (text: string) => `<h1>Board</h1><p>${text}, with the tide and the weather.</p>`;

describe.each(transports)("4.6 monitors of sites, over $name", (transport) => {
  const world = useWorld(transport);
  const page = (path: string) => world.page(path);

  /** Puts up a site of a start page and those that it links to. */
  const putUp = (names: readonly string[], more: Readonly<Record<string, string>> = {}): void => {
    const links = ["a", "b", "c"].map((name) =>
      names.includes(name) ? `<a href="/board/${name}">${name}</a>` : "",
    );
    world.board.put("/board", words("Boats that are in") + links.join(" "));
    for (const name of ["a", "b", "c"]) world.board.drop(`/board/${name}`);
    for (const name of names) {
      world.board.put(`/board/${name}`, words(more[name] ?? `Boat ${name} is in`));
    }
  };
  const create = async (more: object = {}): Promise<{ user: User; id: string }> => {
    const user = await world.user();
    const body = { url: page("/board"), intervalMinutes: 60, isActive: false, scope: "site" };
    return { user, id: (await user.post("/monitors", { ...body, ...more })).json.id };
  };
  const pagesOf = async (user: User, id: string) =>
    (await user.get(`/monitors/${id}/pages`)).json.pages;

  it("list their pages by url, each with what became of it in the last run", async () => {
    const { user, id } = await create();
    putUp(["a", "b"]);
    const run = await checkMonitor(user, id);
    expect(run).toMatchObject({ status: "completed", pagesCrawled: 3, changeId: null });
    const pages = await pagesOf(user, id);
    expect(pages.map(({ url }) => url)).toEqual(["/board", "/board/a", "/board/b"].map(page));
    for (const one of pages) {
      expect(one).toEqual({
        url: expect.any(String),
        status: "added",
        contentHash: expect.stringMatching(HASH),
        firstSeenAt: expect.stringMatching(TIME),
        lastSeenAt: expect.stringMatching(TIME),
      });
    }
  });

  it("have a change with the pages that were added, removed and changed", async () => {
    const { user, id } = await create();
    putUp(["a", "b"]);
    await checkMonitor(user, id);
    const before = await pagesOf(user, id);
    putUp(["b", "c"], { b: "Boat b is out" });
    const run = await checkMonitor(user, id);
    expect(run).toMatchObject({ status: "completed", pagesAdded: 1, pagesRemoved: 1 });
    const { changes } = (await user.get(`/monitors/${id}/changes`)).json;
    const after = await pagesOf(user, id);
    const of = (pages: readonly Doc[], path: string) =>
      pages.find(({ url }) => url === page(path))?.contentHash;
    expect(changes).toHaveLength(1);
    expect(run.pagesChanged).toBe(2);
    expect(changes[0]?.diffJson).toEqual({
      type: "site",
      added: [page("/board/c")],
      removed: [page("/board/a")],
      changed: ["/board", "/board/b"].map((path) => ({
        url: page(path),
        beforeHash: of(before, path),
        afterHash: of(after, path),
        stats: { adds: 1, dels: 1 },
      })),
      stats: { added: 1, removed: 1, changed: 2 },
    });
    const shown = Object.fromEntries(
      after.map(({ url, status }) => [new URL(url).pathname, status]),
    );
    expect(shown).toMatchObject({
      "/board": "changed",
      "/board/a": "removed",
      "/board/b": "changed",
      "/board/c": "added",
    });
    const hash = of(before, "/board/b") ?? "";
    const { json } = await user.get(`/monitors/${id}/content?hash=${hash}`);
    expect(json).toMatchObject({ available: true, contentHash: hash });
    expect(String(json["content"])).toContain("Boat b is in");
  });

  it("drop a page by DELETE pages, which adds it to excludedUrls, until it is restored", async () => {
    const { user, id } = await create();
    putUp(["a", "b"]);
    await checkMonitor(user, id);
    const url = page("/board/a");
    const query = `?url=${encodeURIComponent(url)}`;
    const dropped = await user.delete(`/monitors/${id}/pages${query}`);
    expect([dropped.status, dropped.json]).toEqual([200, { success: true }]);
    expect((await user.get(`/monitors/${id}`)).json).toMatchObject({ excludedUrls: [url] });
    expect((await pagesOf(user, id)).map((one) => one.url)).not.toContain(url);
    putUp(["a", "b"], { a: "Boat a is out" });
    expect(await checkMonitor(user, id)).toMatchObject({ status: "completed", changeId: null });
    const again = await user.delete(`/monitors/${id}/pages${query}`);
    expect([again.status, again.json.error]).toEqual([404, "not_found"]);
    const restored = await user.post(`/monitors/${id}/pages/restore`, { url });
    expect([restored.status, restored.json]).toEqual([200, { success: true }]);
    expect((await user.get(`/monitors/${id}`)).json).toMatchObject({ excludedUrls: [] });
    await checkMonitor(user, id);
    expect((await pagesOf(user, id)).map((one) => one.url)).toContain(url);
  });

  it("restore by the query too; 404 where the page is not excluded", async () => {
    const { user, id } = await create();
    putUp(["a"]);
    await checkMonitor(user, id);
    const query = `?url=${encodeURIComponent(page("/board/a"))}`;
    expect((await user.delete(`/monitors/${id}/pages${query}`)).status).toBe(200);
    expect((await user.post(`/monitors/${id}/pages/restore${query}`)).json).toEqual({
      success: true,
    });
    const again = await user.post(`/monitors/${id}/pages/restore${query}`);
    expect([again.status, again.json.error]).toEqual([404, "not_found"]);
  });

  it("require the url of DELETE pages and of restore", async () => {
    const { user, id } = await create();
    for (const answer of [
      await user.delete(`/monitors/${id}/pages`),
      await user.post(`/monitors/${id}/pages/restore`),
      await user.post(`/monitors/${id}/pages/restore`, { url: 7 }),
    ]) {
      expect([answer.status, answer.json.error]).toEqual([400, "invalid_request"]);
    }
  });

  it("keep to maxPages, maxDepth and patterns; a full URL among them is also a start", async () => {
    putUp(["a", "b"]);
    world.board.put("/board/c", words("Nothing links to boat c"));
    const run = async (more: object) => {
      const { user, id } = await create(more);
      await checkMonitor(user, id);
      return (await pagesOf(user, id)).map(({ url }) => new URL(url).pathname);
    };
    expect(await run({ maxPages: 1 })).toEqual(["/board"]);
    const patterns = { includePatterns: ["/board/*", page("/board/c")], excludePatterns: ["/*/a"] };
    expect(await run(patterns)).toEqual(["/board", "/board/b", "/board/c"]);
    expect(await run({ includePatterns: ["/board/b"] })).toEqual(["/board", "/board/b"]);
  });

  it("fail when the start page does", async () => {
    const { user, id } = await create({ url: page("/gone") });
    expect(await checkMonitor(user, id)).toMatchObject({ status: "failed", creditsUsed: 0 });
    expect(await pagesOf(user, id)).toEqual([]);
    expect(await user.balance()).toBe(300);
  });
});

describe.each(transports)("4.6 monitors of actions, over $name", (transport) => {
  const world = useWorld(transport);
  const result = (price: number) => ({ items: [{ id: 7, price }], seen: price * 2 });
  const create = async (more: object = {}) => {
    const user = await world.user();
    const wire = { scope: "wire", wireActionId: "shop.items", wireParams: { query: "boat" } };
    const body = { url: world.page("/"), intervalMinutes: 60, isActive: false, ...wire };
    return { user, id: (await user.post("/monitors", { ...body, ...more })).json.id };
  };

  it("answer POST run without a jobId", async () => {
    const { user, id } = await create();
    const { status, json } = await user.post(`/monitors/${id}/run`);
    expect([status, json]).toEqual([200, { success: true, message: expect.any(String) }]);
    await user.until(`/monitors/${id}/runs`, (doc) => doc.runs[0]?.status === "completed");
  });

  it("compare the paths that are watched, and name them with dots", async () => {
    const { user, id } = await create({ wireWatchPaths: ["$.items[*].price"] });
    for (const price of [20, 18]) {
      world.runner.acts.set("shop.items", () => done(result(price)));
      expect(await checkMonitor(user, id)).toMatchObject({ pagesCrawled: 1, creditsUsed: 4 });
    }
    const { changes } = (await user.get(`/monitors/${id}/changes`)).json;
    expect(changes.map(({ diffJson }) => diffJson)).toEqual([
      {
        type: "fields",
        changedFields: ["items[0].price"],
        before: { "items[0].price": 20 },
        after: { "items[0].price": 18 },
      },
    ]);
    const last = world.runner.runs.at(-1);
    expect(last).toMatchObject({ action: "shop.items", call: { params: { query: "boat" } } });
    expect(last?.call.credential).toBeUndefined();
  });

  it("compare the whole result without paths", async () => {
    const { user, id } = await create();
    for (const price of [20, 18]) {
      world.runner.acts.set("shop.items", () => done(result(price)));
      await checkMonitor(user, id);
    }
    const { changes } = (await user.get(`/monitors/${id}/changes`)).json;
    expect(changes[0]?.diffJson).toMatchObject({ changedFields: ["items[0].price", "seen"] });
  });

  it("fail, and cost nothing, when the action does", async () => {
    const { user, id } = await create();
    const failure = failed("EXECUTION_FAILED", "The shop is closed.");
    world.runner.acts.set("shop.items", () => failure);
    const run = await checkMonitor(user, id);
    expect(run).toMatchObject({ status: "failed", creditsUsed: 0 });
    expect(run.error).toContain("The shop is closed.");
    expect(await user.balance()).toBe(300);
  });
});

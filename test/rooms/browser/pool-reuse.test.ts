import { describe, expect, it } from "vitest";
import type { DriverDialog } from "../../../src/browser/driver.ts";
import type { LeaseCall, PageLease } from "../../../src/browser/page-lease.ts";
import { browserOf, poolPerTest, pageOf, settle, type PoolSubject } from "./pool-subject.ts";

const pool = poolPerTest();

const job: LeaseCall = { job: "crawl", url: "http://site.test/a" };

async function use(
  { pool: given }: PoolSubject,
  call: LeaseCall,
  work: (lease: PageLease) => unknown = () => undefined,
): Promise<PageLease> {
  const lease = await given.lease(call);
  await work(lease);
  await lease[Symbol.asyncDispose]();
  return lease;
}

describe("leases of a job", () => {
  it("take turns on one page", async () => {
    const given = pool();
    const first = await use(given, job, ({ page }) => page.goto("http://site.test/a"));
    expect(given.pool.status()).toMatchObject({ leased: 0, idle: 1 });
    const second = await use(given, { ...job, url: "http://site.test/b" });
    expect(second.page).toBe(first.page);
    expect(second).not.toBe(first);
  });

  it("find the page empty that nobody has taken at once", async () => {
    const given = pool();
    const first = await use(given, job, ({ page }) => page.goto("http://site.test/a"));
    expect(first.page.url()).toBe("http://site.test/a");
    await given.clock.advance(250);
    await settle();
    expect(first.page.url()).toBe("about:blank");
    expect(given.pool.status()).toMatchObject({ leased: 0, idle: 1 });
    const second = await use(given, job);
    expect(second.page).toBe(first.page);
  });

  it.each<[string, LeaseCall]>([
    ["tenant", { tenant: "other" }],
    ["job", { job: "other" }],
    ["site", { url: "http://other.test/a" }],
    ["port", { url: "http://site.test:81/a" }],
    ["proxy", { proxy: new URL("http://proxy.test") }],
    ["country", { country: "nl" }],
    ["state", { state: { cookies: [], origins: [] } }],
    ["lease without a job", { job: undefined }],
  ])("share nothing with another %s", async (_, difference) => {
    const guardProxy = {
      open: async () => ({
        url: "http://127.0.0.1:1",
        lead: () => {},
        failureOf: () => undefined,
        [Symbol.asyncDispose]: async () => undefined,
      }),
      [Symbol.asyncDispose]: async () => undefined,
    };
    const given = pool({}, { guardProxy, loadState: async () => undefined });
    const one = await use(given, job);
    const two = await use(given, { ...job, ...difference });
    expect(two.page.browserContext()).not.toBe(one.page.browserContext());
  });

  it("share a state that is one object, and none that is equal", async () => {
    const given = pool({}, { loadState: async () => undefined });
    const state = { cookies: [], origins: [] };
    const one = await use(given, { ...job, state });
    const same = await use(given, { ...job, state });
    const equal = await use(given, { ...job, state: { ...state } });
    expect(same.page).toBe(one.page);
    expect(equal.page).not.toBe(one.page);
  });

  it("at the same time have a page each", async () => {
    const { pool: given } = pool();
    const [one, two] = await Promise.all([given.lease(job), given.lease(job)]);
    expect(one.page.browserContext()).not.toBe(two.page.browserContext());
    await Promise.all([one, two].map((lease) => lease[Symbol.asyncDispose]()));
    expect(given.status().idle).toBe(2);
  });

  it("find no listener and no session of the last one", async () => {
    const given = pool();
    const heard: string[] = [];
    const first = await use(given, job, async ({ page }) => {
      page.on("request", () => heard.push("request"));
      page.on("dialog", () => heard.push("dialog"));
      const removed = (): unknown => heard.push("load");
      page.on("load", removed);
      page.off("load", removed);
      const [session] = [await page.createCDPSession(), await page.createCDPSession()];
      await session?.detach();
    });
    const second = await given.pool.lease(job);
    expect(second.page).toBe(first.page);
    const page = pageOf(second);
    page.emit("request", {} as never);
    page.emit("load", undefined);
    let answers = 0;
    page.emit(
      "dialog",
      dialog("alert", () => (answers += 1)),
    );
    expect(heard).toEqual([]);
    expect(answers).toBe(1);
    expect(page.sessions.size).toBe(0);
    await second[Symbol.asyncDispose]();
    expect(page.listenerCount()).toBe(2);
    await given.clock.advance(30_000);
    expect(page.listenerCount()).toBe(0);
    expect(Object.hasOwn(page, "on")).toBe(false);
  });

  it("get another page in the same context when the last user changed it for good", async () => {
    const prepared: unknown[] = [];
    const given = pool({}, { prepare: async (page) => void prepared.push(page) });
    const one = await use(given, job, ({ page }) => pageOf({ page } as PageLease).setViewport());
    const two = await use(given, job, ({ page }) => page.close());
    const three = await use(given, job, ({ page }) => page.off("load", undefined as never));
    const four = await use(given, job);
    expect(prepared).toEqual([one.page, two.page, three.page, four.page]);
    expect(new Set(prepared).size).toBe(4);
    const contexts = [one, two, three, four].map(({ page }) => page.browserContext());
    expect(new Set(contexts).size).toBe(1);
  });

  it("get another page after 50 leases", async () => {
    const given = pool();
    const pages = new Set<unknown>();
    for (let turn = 0; turn < 101; turn += 1) pages.add((await use(given, job)).page);
    expect(pages.size).toBe(3);
    expect(browserOf(given.launcher).contexts.size).toBe(1);
  });

  it("have their garbage collected every eighth time", async () => {
    const given = pool();
    const collections: number[] = [];
    for (let turn = 0; turn < 24; turn += 1) {
      const page = pageOf(await use(given, job));
      collections.push(
        page.commands.filter((method) => method === "HeapProfiler.collectGarbage").length,
      );
      expect(page.sessions.size).toBe(0);
    }
    expect(collections[6]).toBe(0);
    expect([7, 14, 15, 23].map((turn) => collections[turn])).toEqual([1, 1, 2, 3]);
  });

  it.each<[string, (lease: PageLease, abort: () => void) => unknown]>([
    ["was cancelled", (_, abort) => abort()],
    ["crashed", (lease) => pageOf(lease).crash()],
    ["opened a tab", (lease) => pageOf(lease).open()],
    ["opened a tab and closed it", (lease) => pageOf(lease).open().close()],
    ["has a tab that nobody told of", (lease) => pageOf(lease).browserContext().add()],
  ])("never get a page that %s", async (_, work) => {
    const given = pool();
    const controller = new AbortController();
    const call = { ...job, signal: controller.signal };
    const one = await use(given, call, (lease) => work(lease, () => controller.abort()));
    await settle();
    expect(given.pool.status().idle).toBe(0);
    expect(browserOf(given.launcher).contexts.size).toBe(0);
    const two = await use(given, job);
    expect(two.page.browserContext()).not.toBe(one.page.browserContext());
  });

  it("never get a page that loops when it is given back", async () => {
    const given = pool();
    const lease = await given.pool.lease(job);
    await lease.page.goto("http://site.test/");
    pageOf(lease).hung = true;
    const ending = lease[Symbol.asyncDispose]();
    await settle();
    await given.clock.advance(800);
    await ending;
    expect(given.pool.status()).toMatchObject({ idle: 0, leased: 0 });
    expect(browserOf(given.launcher).contexts.size).toBe(0);
  });

  it("never get a page that crashed while it was kept", async () => {
    const given = pool();
    const one = await use(given, job);
    pageOf(one).crash();
    await settle();
    expect(given.pool.status().idle).toBe(0);
    expect((await use(given, job)).page).not.toBe(one.page);
  });

  it("keep their page for idlePageMs", async () => {
    const given = pool({ idlePageMs: 5000 });
    await use(given, job);
    await given.clock.advance(4999);
    expect(given.pool.status().idle).toBe(1);
    await given.clock.advance(1);
    expect(given.pool.status().idle).toBe(0);
    expect(browserOf(given.launcher).contexts.size).toBe(0);
  });

  it("keep no more pages than maxPages, the newest ones", async () => {
    const given = pool({ maxPages: 2 });
    for (const name of ["a", "b", "c"]) await use(given, { job: name });
    await settle();
    expect(given.pool.status().idle).toBe(2);
    expect(browserOf(given.launcher).contexts.size).toBe(2);
  });
});

describe("a leased page", () => {
  it.each<[string, string]>([
    ["alert", "accept"],
    ["beforeunload", "accept"],
    ["confirm", "dismiss"],
    ["prompt", "dismiss"],
  ])("does not stand still for %s", async (type, answer) => {
    const { pool: given } = pool();
    const lease = await given.lease();
    const answers: string[] = [];
    pageOf(lease).emit(
      "dialog",
      dialog(type, (how) => answers.push(how)),
    );
    expect(answers).toEqual([answer]);
  });

  it("leaves dialogs to its user when that listens", async () => {
    const { pool: given } = pool();
    const lease = await given.lease();
    const heard: unknown[] = [];
    const listener = (shown: DriverDialog): unknown => heard.push(shown.type());
    lease.page.on("dialog", listener);
    pageOf(lease).emit(
      "dialog",
      dialog("confirm", (how) => heard.push(how)),
    );
    expect(heard).toEqual(["confirm"]);
    lease.page.off("dialog", listener);
    pageOf(lease).emit(
      "dialog",
      dialog("confirm", (how) => heard.push(how)),
    );
    expect(heard).toEqual(["confirm", "dismiss"]);
  });

  it("has no more tabs than maxPopups, counting those that its tabs open", async () => {
    const given = pool({ maxPopups: 3 });
    const lease = await given.pool.lease();
    const first = pageOf(lease).open();
    for (let count = 0; count < 20; count += 1) (count % 2 ? first : pageOf(lease)).open();
    await settle();
    const context = pageOf(lease).browserContext();
    expect((await context.pages()).length).toBe(4);
    const answers: string[] = [];
    first.emit(
      "dialog",
      dialog("alert", (how) => answers.push(how)),
    );
    expect(answers).toEqual(["accept"]);
    await lease[Symbol.asyncDispose]();
    expect(browserOf(given.launcher).contexts.size).toBe(0);
    expect(first.isClosed()).toBe(true);
    expect(first.listenerCount("dialog")).toBe(0);
  });
});

function dialog(type: string, answered: (how: string) => unknown): DriverDialog {
  return {
    type: () => type,
    message: () => "?",
    accept: async () => void answered("accept"),
    dismiss: async () => void answered("dismiss"),
  };
}

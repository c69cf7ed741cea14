import { openPageTools } from "dragline/agent";
import { loadState, saveState } from "dragline/browser";
import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { createRandom, type Random } from "../../crawl-site/random.ts";
import { titled, ToolStage } from "./tool-stage.ts";

const path = await chromiumPath();
const { signal } = new AbortController();
const TASKS = 8;
const ROUNDS = 3;

describe.skipIf(path === undefined)(`${browserTitle("many tasks", path)} of one browser`, () => {
  let stage: ToolStage;
  beforeAll(async () => {
    stage = await ToolStage.open(path ?? "", (evil) => ({
      "/": titled(
        "Home",
        `<button onclick="window.open('/second')">Tab</button>
        <button onclick="window.open('${evil}/popup')">Away</button>`,
      ),
      "/second": titled("Second"),
    }));
  }, 60_000);
  afterAll(() => stage[Symbol.asyncDispose]());

  /** A task that looks, opens a tab or is led away, as chance has it. */
  async function oneTask(random: Random): Promise<string> {
    await using open = await stage.work("/", { maxTabs: 3 });
    const { call, ref } = open;
    const chosen = random.below(3);
    if (chosen === 0) return (await call("look")).page?.includes("Home") === true ? "looked" : "";
    const name = chosen === 1 ? /"Tab"/ : /"Away"/;
    const { said } = await call("click", { ref: await ref(name) });
    const told = `${said} ${(await call("look")).said}`;
    if (chosen === 2) return told.includes("localhost is elsewhere") ? "kept" : told;
    if (!told.includes("opened the tab t2")) return told;
    const second = await call("switch_tab", { tab: "t2" });
    return second.page?.includes("Second") === true ? "opened" : second.said;
  }

  /** The browser works as before: sessions with it can be opened, and no page is left. */
  async function expectWhole(): Promise<void> {
    await (await stage.browser.target().createCDPSession()).detach();
    await expect
      .poll(async () => (await stage.browser.pages()).filter((one) => one.url() !== "about:blank"))
      .toEqual([]);
  }

  async function blank(): Promise<Page> {
    return await (await stage.browser.createBrowserContext()).newPage();
  }

  it.each([1, 2])(
    "are opened and closed at random, eight at a time (seed %i)",
    async (seed) => {
      const before = stage.other.requests.length;
      const ends = await Promise.all(
        Array.from({ length: TASKS }, async (_, at) => {
          const random = createRandom(seed * 100 + at);
          const rounds: string[] = [];
          for (let round = 0; round < ROUNDS; round += 1) rounds.push(await oneTask(random));
          return rounds;
        }),
      );
      const wrong = ends.flat().filter((end) => !/^(?:looked|opened|kept)$/.test(end));
      expect(wrong).toEqual([]);
      expect(ends.flat()).toHaveLength(TASKS * ROUNDS);
      expect(stage.other.requests.slice(before)).toEqual([]);
      await expectWhole();
    },
    120_000,
  );

  it("are opened at the same moment on several pages, and on one page", async () => {
    const pages = await Promise.all([blank(), blank(), blank()]);
    const [first] = pages as [Page, ...Page[]];
    const start = stage.site.url("/");
    const works = await Promise.all(
      [...pages, first, first].map((page) => openPageTools(page, { start })),
    );
    const shown = await Promise.all(works.slice(0, 3).map((work) => work.open(start, signal)));
    expect(shown.map(({ page }) => page?.includes("Home"))).toEqual([true, true, true]);
    await Promise.all(works.map((work) => work[Symbol.asyncDispose]()));
    expect(pages.map((page) => page.isClosed())).toEqual([false, false, false]);
    expect(await first.browserContext().pages()).toEqual([first]);
    await Promise.all(pages.map((page) => page.browserContext().close()));
    await expectWhole();
  }, 60_000);

  it("stay kept on their site when others end before them", async () => {
    const before = stage.other.requests.length;
    await using staying = await stage.work("/");
    const others = await Promise.all([stage.work("/"), stage.work("/")]);
    await Promise.all(others.map((other) => other[Symbol.asyncDispose]()));
    const { said } = await staying.call("click", { ref: await staying.ref(/"Away"/) });
    expect(said + (await staying.call("look")).said).toContain("localhost is elsewhere");
    const opened = await staying.call("click", { ref: await staying.ref(/"Tab"/) });
    expect(opened.said).toContain("opened the tab t3");
    expect(stage.other.requests.slice(before)).toEqual([]);
  }, 60_000);

  it("keep no other page of the browser from any site", async () => {
    await using open = await stage.work("/");
    const other = await blank();
    const url = stage.other.url("/free");
    expect((await other.goto(url))?.status()).toBe(200);
    expect(open.work.url).toBe(stage.site.url("/"));
    await other.browserContext().close();
  }, 60_000);

  it("are opened while cookies of other contexts are saved and loaded", async () => {
    const cookie = { name: "who", value: "ann", domain: "127.0.0.1", path: "/", expires: -1 };
    const state = {
      cookies: [{ ...cookie, httpOnly: false, secure: false, sameSite: "Lax" as const }],
      origins: [],
    };
    const random = createRandom(7);
    const loads = Array.from({ length: 4 }, async () => {
      const context = await stage.browser.createBrowserContext();
      await loadState(context, state);
      const saved = await saveState(context);
      await context.close();
      return saved.cookies.map(({ value }) => value);
    });
    const ends = await Promise.all([...loads, oneTask(random), oneTask(random), oneTask(random)]);
    expect(ends.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => ["ann"]));
    for (const end of ends.slice(4)) expect(end).toMatch(/^(?:looked|opened|kept)$/);
    await expectWhole();
  }, 60_000);

  it("do not end with one that could not be opened", async () => {
    const gone = await blank();
    await gone.close();
    const settled = await Promise.allSettled([
      openPageTools(gone),
      stage.work("/"),
      openPageTools(gone),
      stage.work("/"),
    ]);
    expect(settled.map(({ status }) => status)).toEqual([
      "rejected",
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
    for (const one of settled) {
      if (one.status === "fulfilled") await one.value[Symbol.asyncDispose]();
    }
    await gone.browserContext().close();
    await expectWhole();
  }, 60_000);
});

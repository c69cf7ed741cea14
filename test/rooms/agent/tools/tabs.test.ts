import { openPageTools, Secrets } from "dragline/agent";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../../../chromium.ts";
import { openTestBrowser } from "../../browser/test-browser.ts";
import { titled, ToolStage } from "../tool-stage.ts";

const path = await chromiumPath();
const { signal } = new AbortController();

const opens = (how: string): string => `<button onclick="${how}">Open</button>`;

describe.skipIf(path === undefined)(`${browserTitle("tabs", path)} of a task`, () => {
  let stage: ToolStage;
  beforeAll(async () => {
    stage = await ToolStage.open(path ?? "", (evil) => ({
      "/": titled("Home", opens("window.open('/second')")),
      "/link": titled("Links", `<a target=_blank href="/second">Second</a>`),
      "/second": titled(
        "Second",
        `<label>Word <input></label><p>hush-canary</p><button onclick="window.close()">Done</button>
        <button onmousedown="window.close()">Close</button>
        <button onclick="location = '${evil}/from-tab'">Leave</button>${opens("window.open('/third')")}`,
      ),
      "/third": titled("Third"),
      "/away": titled("Away", opens(`window.open('${evil}/popup')`)),
      "/away-quiet": titled("Away", opens(`window.open('${evil}/popup', '_blank', 'noopener')`)),
      "/away-form": titled(
        "Away",
        `<form id=f method=post target=_blank action="${evil}/form"></form>${opens("f.submit()")}`,
      ),
      "/away-later": titled(
        "Away",
        opens(`const w = window.open(''); setTimeout(() => { w.location = '${evil}/later' }, 50)`),
      ),
      "/away-redirect": titled("Away", opens("window.open('/redirect')")),
      "/redirect": { status: 302, headers: { location: `${evil}/redirected` } },
      "/flood": titled("Flood", opens("for (let n = 0; n < 30; n++) window.open('/third?' + n)")),
      "/early": titled("Early", opens("window.open('/dialog')")),
      "/dialog": titled("Dialog", "<script>alert('before all')</script><p>after</p>"),
    }));
  }, 60_000);
  afterAll(() => stage[Symbol.asyncDispose]());

  it.each(["/", "/link"])(
    "are told, switched to and closed: %s",
    async (from) => {
      const secrets = new Secrets({ word: "hush-canary" });
      await using open = await stage.work(from, { secrets });
      const { call, ref, work } = open;
      const opened = await call("click", { ref: await ref(/"Open"|"Second"/) });
      const url = stage.site.url("/second");
      expect(opened.said).toBe(`Done. The page opened the tab t2 (${url}): switch_tab shows it.`);
      expect(work.url).toBe(stage.site.url(from));
      const shown = await call("switch_tab", { tab: "t2" });
      expect(shown.said).toBe("The tools work on t2 now.");
      expect(shown.page).toContain("Second");
      expect(shown.page).toContain("***");
      expect(work.url).toBe(url);
      await call("fill", { ref: await ref(/"Word"/), text: "{{secret.word}}" });
      expect(await work.page.evaluate("document.querySelector('input').value")).toBe("hush-canary");
      const third = await call("click", { ref: await ref(/"Open"/) });
      expect(third.said).toContain("opened the tab t3");
      const closed = await call("click", { ref: await ref(/"Done"/) });
      expect(closed.said).toContain("The tab t2 was closed. The tools work on t1 now.");
      expect(work.url).toBe(stage.site.url(from));
      await call("switch_tab", { tab: "t3" });
      expect((await call("close_tab")).said).toContain("The tab t3 was closed.");
      expect(work.url).toBe(stage.site.url(from));
      expect(await call("close_tab")).toMatchObject({ isFailure: true });
      expect((await call("switch_tab", { tab: "t2" })).said).toContain("there are t1");
    },
    60_000,
  );

  it("are told as closed when one closes in the middle of a click", async () => {
    await using open = await stage.work("/");
    const { call, ref, work } = open;
    await call("click", { ref: await ref(/"Open"/) });
    await call("switch_tab", { tab: "t2" });
    const closed = await call("click", { ref: await ref(/"Close"/) });
    expect(closed.isFailure ?? false).toBe(false);
    expect(closed.said).toContain("The tab t2 was closed. The tools work on t1 now.");
    expect(work.url).toBe(stage.site.url("/"));
  }, 60_000);

  it.each(["/away", "/away-quiet", "/away-form", "/away-later", "/away-redirect"])(
    "ask for nothing elsewhere, and are closed: %s",
    async (from) => {
      await using open = await stage.work(from);
      const { call, ref, page } = open;
      const before = stage.other.requests.length;
      const first = await call("click", { ref: await ref(/"Open"/) });
      const { said } = await call("look");
      expect(first.said + said).toContain("localhost is elsewhere");
      await expect.poll(() => page.browserContext().pages()).toHaveLength(1);
      expect(stage.other.requests.slice(before)).toEqual([]);
    },
    60_000,
  );

  it("stay on the task's site when they are led on", async () => {
    await using open = await stage.work("/");
    const { call, ref } = open;
    const before = stage.other.requests.length;
    await call("click", { ref: await ref(/"Open"/) });
    await call("switch_tab", { tab: "t2" });
    const left = await call("click", { ref: await ref(/"Leave"/) });
    expect(left.said).toContain("localhost is elsewhere");
    expect(stage.other.requests.slice(before)).toEqual([]);
  }, 60_000);

  it("are bounded: those of a flood are closed before they ask for anything", async () => {
    await using open = await stage.work("/flood", { maxTabs: 3 });
    const { call, ref, page } = open;
    const before = stage.site.requests.length;
    const { said } = await call("click", { ref: await ref(/"Open"/) });
    expect(said).toMatch(/^Done\. .*opened the tab t2/);

    expect(said).toContain("opened the tab t3");
    expect(said).toContain("one more tab than the 3");
    expect(said).not.toContain("t4");
    expect(stage.site.requests.slice(before)).toHaveLength(2);
    await expect.poll(() => page.browserContext().pages()).toHaveLength(3);
  }, 60_000);

  it("open in the page's own tab where there is one only", async () => {
    await using open = await stage.work("/link", { maxTabs: 1 });
    const { call, ref, work } = open;
    await call("click", { ref: await ref(/"Second"/) });
    expect(work.url).toBe(stage.site.url("/second"));
    const before = stage.site.requests.length;
    const { said } = await call("click", { ref: await ref(/"Open"/) });
    expect(said).toContain("this task has one only");
    expect(stage.site.requests.slice(before)).toEqual([]);
    expect(work.tools.map(({ name }) => name)).not.toContain("switch_tab");
  }, 60_000);

  it("that begin with a dialog hold nothing up", async () => {
    await using open = await stage.work("/early");
    const { call, ref } = open;
    const opened = await call("click", { ref: await ref(/"Open"/) });
    expect(opened.said).toContain("opened the tab t2");
    expect(opened.said).toContain("A dialog (alert) was accepted.");
    expect(opened.data).toBe('alert: "before all"');
    expect((await call("switch_tab", { tab: "t2" })).page).toContain("after");
  }, 60_000);

  it("are closed with the tools, and leave other pages of the browser alone", async () => {
    const context = await stage.browser.createBrowserContext();
    const other = await context.newPage();
    const open = await stage.work("/");
    const { call, ref, page, work } = open;
    await call("click", { ref: await ref(/"Open"/) });
    await other.goto(`http://localhost:${stage.other.port}/mine`);
    expect(stage.other.requests.map((request) => request.path)).toContain("/mine");
    expect(await page.browserContext().pages()).toHaveLength(2);
    await work[Symbol.asyncDispose]();
    await expect.poll(() => page.browserContext().pages()).toHaveLength(1);
    await context.close();
  }, 60_000);

  it("reach no address that the lease's guard refuses", async () => {
    await using browser = openTestBrowser({ allow: ["127.0.0.1"] });
    await using lease = await browser.lease();
    const start = stage.site.url("/away");
    await using work = await openPageTools(lease.page, { start, reach: "any" });
    const before = stage.other.requests.length;
    const { page = "" } = await work.open(start, signal);
    const ref = /"Open" \[ref=(e\d+)\]/.exec(page)?.[1] ?? "";
    const click = work.tools.find(({ name }) => name === "click");
    const outcome = await click?.run({ ref }, { signal });
    expect(outcome?.said).toContain("opened the tab t2");
    expect(stage.other.requests.slice(before)).toEqual([]);
  }, 60_000);
});

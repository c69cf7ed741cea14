import assert from "node:assert/strict";
import type { PlaywrightCheck } from "./playwright-world.ts";

type Callable = Record<string, (...values: unknown[]) => Promise<unknown>>;

/** Scripts in pages, and what they say. */
export const scripts: readonly PlaywrightCheck[] = [
  {
    title: "evaluate takes and gives values, and rejects as the script does",
    async run({ page }) {
      const given = { list: [1, new Date(0), Number.NaN], text: "☃ 雪 😀" };
      assert.deepEqual(await page.evaluate((value) => value, given), given);
      await assert.rejects(
        page.evaluate(() => {
          throw new TypeError("of the page");
        }),
        /of the page/,
      );
    },
  },
  {
    title: "handles lead to objects of the page",
    async run({ page, site }) {
      await page.goto(`${site.origin}/selectors`);
      const list = await page.evaluateHandle(() => [...document.querySelectorAll("li")]);
      assert.equal(await (await list.getProperty("length")).jsonValue(), 3);
      const first = (await list.getProperty("0")).asElement();
      assert.equal(await first?.textContent(), "one");
      await list.dispose();
    },
  },
  {
    title: "exposeFunction and exposeBinding call the client, also after a navigation",
    async run({ context, page, site }) {
      await page.exposeFunction("double", (value: number) => value * 2);
      await context.exposeBinding("where", ({ page: from }) => from.url());
      for (const path of ["/plain", "/next"]) {
        await page.goto(site.origin + path);
        const results = await page.evaluate(async () => {
          const { double, where } = globalThis as unknown as Callable;
          return [await double?.(21), await where?.()];
        });
        assert.deepEqual(results, [42, site.origin + path]);
      }
    },
  },
  {
    title: "addInitScript runs before the page's own scripts, in frames too",
    async run({ context, page, site }) {
      await context.addInitScript(() => Object.assign(globalThis, { early: "yes" }));
      await page.goto(`${site.origin}/frames`);
      const early = (): unknown => (globalThis as unknown as { early?: string }).early;
      assert.equal(await page.evaluate(early), "yes");
      assert.equal(await page.frame("inner")?.evaluate(early), "yes");
    },
  },
  {
    title: "what a page prints is told, with its values",
    async run({ page }) {
      const [message] = await Promise.all([
        page.waitForEvent("console"),
        page.evaluate(() => console.warn("careful", { deep: 3 })),
      ]);
      assert.equal(message.type(), "warning");
      assert.deepEqual(await message.args()[1]?.jsonValue(), { deep: 3 });
    },
  },
  {
    title: "an error that a page does not catch is told",
    async run({ page }) {
      const [error] = await Promise.all([
        page.waitForEvent("pageerror"),
        page.evaluate(() => {
          setTimeout(() => {
            throw new Error("nobody catches this");
          });
        }),
      ]);
      assert.match(error.message, /nobody catches this/);
    },
  },
  {
    title: "waitForFunction and waitForSelector end when the page is so far",
    async run({ page, site }) {
      await page.goto(`${site.origin}/plain`);
      await page.evaluate(() => {
        setTimeout(() => document.body.insertAdjacentHTML("beforeend", "<i id=late>late</i>"), 100);
      });
      const [node] = await Promise.all([
        page.waitForSelector("#late"),
        page.waitForFunction(() => document.querySelector("#late") !== null),
      ]);
      assert.equal(await node.textContent(), "late");
      await assert.rejects(page.waitForSelector("#never", { timeout: 100 }), {
        name: "TimeoutError",
      });
    },
  },
  {
    title: "coverage tells which functions ran and which rules applied",
    async run({ page, site }) {
      await page.coverage.startJSCoverage();
      await page.coverage.startCSSCoverage();
      await page.goto(`${site.origin}/coverage`);
      await page.waitForFunction(() => document.styleSheets.length === 1);
      const [code] = await page.coverage.stopJSCoverage();
      const [sheet] = await page.coverage.stopCSSCoverage();
      const ran = code?.functions.map(({ functionName, ranges }) => [
        functionName,
        ranges[0]?.count,
      ]);
      assert.deepEqual(ran?.slice(1), [
        ["used", 1],
        ["unused", 0],
      ]);
      assert.equal(sheet?.ranges.length, 1);
    },
  },
  {
    title: "the browser's tracing gives a trace",
    async run({ browser, page, site }) {
      await browser.startTracing(page, { categories: ["devtools.timeline"] });
      await page.goto(`${site.origin}/plain`);
      const trace = JSON.parse((await browser.stopTracing()).toString());
      assert.ok(trace.traceEvents.length > 10);
    },
  },
  {
    title: "a context is traced with snapshots",
    async run({ context, page, site }) {
      await context.tracing.start({ snapshots: true, screenshots: true });
      await page.goto(`${site.origin}/plain`);
      await page.click("#text");
      await context.tracing.stop();
    },
  },
  {
    title: "the accessibility tree has roles and names",
    async run({ page, site }) {
      await page.goto(`${site.origin}/tree`);
      const tree = await page.locator("main").ariaSnapshot();
      assert.match(tree, /heading "Title"/);
      assert.match(tree, /button "Go"/);
    },
  },
  {
    title: "100 calls at once are answered each by its own",
    async run({ page }) {
      const numbers = Array.from({ length: 100 }, (_, at) => at);
      const answers = await Promise.all(numbers.map((at) => page.evaluate((n) => n * n, at)));
      assert.deepEqual(
        answers,
        numbers.map((at) => at * at),
      );
    },
  },
  {
    title: "2 MB go into a page and come back",
    async run({ page }) {
      const text = "0123456789".repeat(200_000);
      assert.equal(await page.evaluate((given) => given, text), text);
    },
  },
  {
    title: "the clock of a page is the client's",
    async run({ page, site }) {
      await page.clock.install({ time: new Date("2024-02-02T10:00:00Z") });
      await page.goto(`${site.origin}/plain`);
      await page.clock.fastForward("01:00");
      const time = await page.evaluate(() => new Date().toISOString());
      assert.match(time, /^2024-02-02T10:01/);
    },
  },
];

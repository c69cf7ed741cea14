import assert from "node:assert/strict";
import { once } from "../once.ts";
import type { PuppeteerCheck } from "./puppeteer-world.ts";

type Callable = Record<string, (...values: unknown[]) => Promise<unknown>>;

/** Scripts in pages, and what they say. */
export const scripts: readonly PuppeteerCheck[] = [
  {
    title: "evaluate takes and gives values, and rejects as the script does",
    async run({ page }) {
      assert.deepEqual(await page.evaluate((a, b) => ({ sum: a + b }), 2, 3), { sum: 5 });
      assert.equal(await page.evaluate(() => "snow ☃ 雪 😀".length), 11);
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
      const length = await list.getProperty("length");
      assert.equal(await length.jsonValue(), 3);
      const first = (await list.getProperty("0")).asElement();
      assert.equal(await first?.evaluate((node) => node.textContent), "one");
      await list.dispose();
    },
  },
  {
    title: "exposeFunction calls the client, also after a navigation",
    async run({ page, site }) {
      await page.exposeFunction("double", (value: number) => value * 2);
      for (const path of ["/plain", "/next"]) {
        await page.goto(site.origin + path);
        const result = await page.evaluate(
          async () => await (globalThis as unknown as Callable)["double"]?.(21),
        );
        assert.equal(result, 42);
      }
    },
  },
  {
    title: "evaluateOnNewDocument runs before the page's own scripts",
    async run({ page, site }) {
      await page.evaluateOnNewDocument(() => Object.assign(globalThis, { early: "yes" }));
      await page.goto(`${site.origin}/frames`);
      const frame = await page.waitForFrame((one) => one.url().endsWith("/inner"));
      const early = (): unknown => (globalThis as unknown as { early?: string }).early;
      assert.equal(await page.evaluate(early), "yes");
      assert.equal(await frame.evaluate(early), "yes");
    },
  },
  {
    title: "what a page prints is told",
    async run({ page }) {
      const told = once(page, "console") as Promise<{ text(): string; type(): string }>;
      await page.evaluate(() => console.warn("careful", 3));
      const message = await told;
      assert.equal(`${message.type()} ${message.text()}`, "warn careful 3");
    },
  },
  {
    title: "an error that a page does not catch is told",
    async run({ page }) {
      const told = once(page, "pageerror") as Promise<Error>;
      await page.evaluate(() => {
        setTimeout(() => {
          throw new Error("nobody catches this");
        });
      });
      assert.match((await told).message, /nobody catches this/);
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
        page.waitForSelector("#late", { visible: true }),
        page.waitForFunction(() => document.querySelector("#late") !== null),
      ]);
      assert.equal(await node?.evaluate((one) => one.textContent), "late");
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
      await page.goto(`${site.origin}/coverage`, { waitUntil: "networkidle0" });
      const [code] = await page.coverage.stopJSCoverage();
      const [sheet] = await page.coverage.stopCSSCoverage();
      assert.equal(code?.url, `${site.origin}/code.js`);
      assert.ok(code.ranges.length > 0);
      assert.equal(sheet?.ranges.length, 1);
    },
  },
  {
    title: "tracing gives a trace",
    async run({ page, site }) {
      await page.tracing.start({ categories: ["devtools.timeline"] });
      await page.goto(`${site.origin}/plain`);
      const trace = JSON.parse(Buffer.from((await page.tracing.stop()) ?? []).toString());
      assert.ok(trace.traceEvents.length > 10);
    },
  },
  {
    title: "the accessibility tree has roles and names",
    async run({ page, site }) {
      await page.goto(`${site.origin}/tree`);
      const tree = await page.accessibility.snapshot();
      const rows = JSON.stringify(tree);
      assert.match(rows, /"role":"heading"[^{]*"name":"Title"/);
      assert.match(rows, /"role":"button"[^{]*"name":"Go"/);
    },
  },
  {
    title: "metrics and a heap object count are given",
    async run({ page, site }) {
      await page.goto(`${site.origin}/plain`);
      assert.ok(((await page.metrics()).Nodes ?? 0) > 0);
      const prototype = await page.evaluateHandle(() => {
        const prototype = {};
        Object.assign(globalThis, { kept: Object.create(prototype) as unknown });
        return prototype;
      });
      const found = await page.queryObjects(prototype);
      assert.equal(await found.evaluate((list) => (list as unknown as unknown[]).length), 1);
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
];

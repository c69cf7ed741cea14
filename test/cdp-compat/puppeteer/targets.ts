import assert from "node:assert/strict";
import { TargetType } from "puppeteer-core";
import { once } from "../once.ts";
import type { PuppeteerCheck } from "./puppeteer-world.ts";

/** Pages, frames, workers and contexts. */
export const targets: readonly PuppeteerCheck[] = [
  {
    title: "a popup is a page that is told",
    async run({ page, site }) {
      await page.goto(`${site.origin}/`);
      const [popup] = await Promise.all([
        once(page, "popup") as Promise<typeof page | null>,
        page.evaluate(() => void window.open("/next")),
      ]);
      await popup?.waitForSelector("p");
      assert.equal(await popup?.title(), "Next");
    },
  },
  {
    title: "a link with a target opens a page of the same context",
    async run({ context, page, site }) {
      await page.goto(`${site.origin}/`);
      const [target] = await Promise.all([
        context.waitForTarget((one) => one.url().endsWith("/next")),
        page.click("#popup"),
      ]);
      assert.equal((await target.page())?.url(), `${site.origin}/next`);
      assert.equal((await context.pages()).length, 2);
    },
  },
  {
    title: "contexts keep their cookies and storage to themselves",
    async run({ browser, page, site }) {
      await page.goto(`${site.origin}/set-cookie`);
      await page.evaluate(() => localStorage.setItem("mine", "1"));
      const other = await browser.createBrowserContext();
      const second = await other.newPage();
      await second.goto(`${site.origin}/plain`);
      assert.deepEqual(await other.cookies(), []);
      assert.equal(await second.evaluate(() => localStorage.getItem("mine")), null);
      await other.close();
      assert.equal(browser.browserContexts().includes(other), false);
    },
  },
  {
    title: "a frame of the same site is driven",
    async run({ page, site }) {
      await page.goto(`${site.origin}/frames`);
      const frame = await page.waitForFrame((one) => one.url().endsWith("/inner"));
      await frame.click("button");
      assert.equal(await frame.$eval("button", (node) => node.textContent), "pressed");
      assert.equal(page.frames().length, 2);
    },
  },
  {
    title: "a frame of another site, in a process of its own, is driven",
    async run({ page, site }) {
      await page.goto(`${site.origin}/plain`);
      await page.evaluate((url) => {
        const frame = document.createElement("iframe");
        frame.src = url;
        document.body.append(frame);
      }, `${site.other}/inner`);
      const frame = await page.waitForFrame(`${site.other}/inner`);
      const button = await frame.waitForSelector("button");
      await button?.click();
      await frame.waitForFunction(
        () => document.querySelector("button")?.textContent === "pressed",
      );
    },
  },
  {
    title: "a worker is told, evaluated and ended",
    async run({ page, site }) {
      await page.goto(`${site.origin}/plain`);
      const [worker] = await Promise.all([
        once(page, "workercreated") as Promise<ReturnType<typeof page.workers>[number]>,
        page.evaluate(() => {
          Object.assign(globalThis, { worker: new Worker("/worker.js") });
        }),
      ]);
      assert.equal(worker.url(), `${site.origin}/worker.js`);
      assert.equal(await worker.evaluate(() => 6 * 7), 42);
      const gone = once(page, "workerdestroyed");
      await page.evaluate(() => (globalThis as unknown as { worker: Worker }).worker.terminate());
      await gone;
      assert.deepEqual(page.workers(), []);
    },
  },
  {
    title: "a service worker is a target",
    async run({ context, page, site }) {
      await page.goto(`${site.origin}/plain`);
      const [target] = await Promise.all([
        context.waitForTarget((one) => one.type() === TargetType.SERVICE_WORKER),
        page.evaluate(async () => {
          await navigator.serviceWorker.register("/service-worker.js");
          await navigator.serviceWorker.ready;
        }),
      ]);
      const worker = await target.worker();
      assert.equal(await worker?.evaluate(() => typeof self), "object");
    },
  },
  {
    title: "a closed page is gone, and another opens",
    async run({ context, page, site }) {
      await page.goto(`${site.origin}/plain`);
      const closed = once(page, "close");
      await page.close();
      await closed;
      assert.equal(page.isClosed(), true);
      const again = await context.newPage();
      assert.equal((await again.goto(`${site.origin}/next`))?.status(), 200);
    },
  },
  {
    title: "targets are told when they come, change and go",
    async run({ browser, context, site }) {
      const seen: string[] = [];
      for (const type of ["targetcreated", "targetchanged", "targetdestroyed"] as const) {
        browser.on(type, (target) => {
          if (target.browserContext() === context) seen.push(type);
        });
      }
      const page = await context.newPage();
      await page.goto(`${site.origin}/plain`);
      await page.close();
      await page.waitForSelector("p").catch(() => {});
      assert.deepEqual([...new Set(seen)], ["targetcreated", "targetchanged", "targetdestroyed"]);
    },
  },
  {
    title: "several pages work at once",
    async run({ context, site }) {
      const paths = ["/plain", "/next", "/json", "/form", "/tree"];
      const urls = await Promise.all(
        paths.map(async (path) => {
          const page = await context.newPage();
          await page.goto(site.origin + path);
          return page.url();
        }),
      );
      assert.deepEqual(
        urls,
        paths.map((path) => site.origin + path),
      );
    },
  },
  {
    title: "a dialog is told, answered and dismissed",
    async run({ page, site }) {
      await page.goto(`${site.origin}/talk`);
      const said: string[] = [];
      page.on("dialog", (dialog) => {
        said.push(`${dialog.type()} ${dialog.message()}`);
        void (dialog.type() === "confirm" ? dialog.dismiss() : dialog.accept("Ann"));
      });
      const titles: string[] = [];
      for (const id of ["alert", "confirm", "prompt"]) {
        await page.click(`#${id}`);
        titles.push(await page.title());
      }
      assert.deepEqual(said, ["alert hello", "confirm sure?", "prompt name?"]);
      assert.deepEqual(titles, ["alerted", "false", "Ann"]);
    },
  },
  {
    title: "permissions are granted to an origin",
    async run({ context, page, site }) {
      await context.overridePermissions(site.origin, ["geolocation"]);
      await page.goto(`${site.origin}/plain`);
      const state = await page.evaluate(
        async () => (await navigator.permissions.query({ name: "geolocation" })).state,
      );
      assert.equal(state, "granted");
    },
  },
];

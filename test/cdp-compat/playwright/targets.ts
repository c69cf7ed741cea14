import assert from "node:assert/strict";
import type { PlaywrightCheck } from "./playwright-world.ts";

/** Pages, frames, workers and contexts. */
export const targets: readonly PlaywrightCheck[] = [
  {
    title: "a popup is a page that is told, with its opener",
    async run({ page, site }) {
      await page.goto(`${site.origin}/`);
      const [popup] = await Promise.all([
        page.waitForEvent("popup"),
        page.evaluate(() => void window.open("/next")),
      ]);
      await popup.waitForLoadState();
      assert.equal(await popup.title(), "Next");
      assert.equal(await popup.opener(), page);
    },
  },
  {
    title: "a link with a target opens a page of the same context",
    async run({ context, page, site }) {
      await page.goto(`${site.origin}/`);
      const [popup] = await Promise.all([context.waitForEvent("page"), page.click("#popup")]);
      await popup.waitForURL("**/next");
      assert.equal(context.pages().length, 2);
    },
  },
  {
    title: "contexts keep their cookies and storage to themselves",
    async run({ browser, page, site }) {
      await page.goto(`${site.origin}/set-cookie`);
      await page.evaluate(() => localStorage.setItem("mine", "1"));
      const other = await browser.newContext();
      const second = await other.newPage();
      await second.goto(`${site.origin}/plain`);
      assert.deepEqual(await other.cookies(), []);
      assert.equal(await second.evaluate(() => localStorage.getItem("mine")), null);
      await other.close();
      assert.equal(browser.contexts().includes(other), false);
    },
  },
  {
    title: "the default context has a page and opens others",
    async run({ browser, site }) {
      const [context] = browser.contexts();
      assert.ok(context, "there is no default context");
      assert.ok(context.pages().length > 0);
      const page = await context.newPage();
      assert.equal((await page.goto(`${site.origin}/plain`))?.status(), 200);
      await page.close();
    },
  },
  {
    title: "a frame of the same site is driven",
    async run({ page, site }) {
      await page.goto(`${site.origin}/frames`);
      const frame = page.frameLocator("[name=inner]");
      await frame.getByRole("button").click();
      assert.equal(await frame.locator("button").textContent(), "pressed");
      assert.equal(page.frame("inner")?.url(), `${site.origin}/inner`);
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
      const frame = page.frameLocator("iframe");
      await frame.getByText("inside").click();
      assert.equal(await frame.locator("button").textContent(), "pressed");
    },
  },
  {
    title: "a worker is told, evaluated and ended",
    async run({ page, site }) {
      await page.goto(`${site.origin}/plain`);
      const [worker] = await Promise.all([
        page.waitForEvent("worker"),
        page.evaluate(() => {
          Object.assign(globalThis, { worker: new Worker("/worker.js") });
        }),
      ]);
      assert.equal(worker.url(), `${site.origin}/worker.js`);
      assert.equal(await worker.evaluate(() => 6 * 7), 42);
      const gone = worker.waitForEvent("close");
      await page.evaluate(() => (globalThis as unknown as { worker: Worker }).worker.terminate());
      await gone;
    },
  },
  {
    title: "a service worker is told",
    async run({ context, page, site }) {
      await page.goto(`${site.origin}/plain`);
      const [worker] = await Promise.all([
        context.waitForEvent("serviceworker"),
        page.evaluate(async () => {
          await navigator.serviceWorker.register("/service-worker.js");
          await navigator.serviceWorker.ready;
        }),
      ]);
      assert.equal(worker.url(), `${site.origin}/service-worker.js`);
    },
  },
  {
    title: "a closed page is gone, and another opens",
    async run({ context, page, site }) {
      await page.goto(`${site.origin}/plain`);
      await Promise.all([page.waitForEvent("close"), page.close()]);
      assert.equal(page.isClosed(), true);
      const again = await context.newPage();
      assert.equal((await again.goto(`${site.origin}/next`))?.status(), 200);
    },
  },
  {
    title: "several contexts work at once",
    async run({ browser, site }) {
      const titles = await Promise.all(
        ["/plain", "/next", "/form"].map(async (path) => {
          const context = await browser.newContext();
          const page = await context.newPage();
          await page.goto(site.origin + path);
          const title = await page.title();
          await context.close();
          return title;
        }),
      );
      assert.deepEqual(titles, ["Plain", "Next", "Form"]);
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
    title: "a CDP session of the client's own is attached and detached",
    async run({ context, page, site }) {
      await page.goto(`${site.origin}/plain`);
      const session = await context.newCDPSession(page);
      const { result } = await session.send("Runtime.evaluate", { expression: "1 + 1" });
      assert.equal(result.value, 2);
      await session.detach();
      await assert.rejects(session.send("Runtime.evaluate", { expression: "1" }));
    },
  },
];

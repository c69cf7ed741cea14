import assert from "node:assert/strict";
import type { PlaywrightCheck } from "./playwright-world.ts";

/** Where pages lead, and what is told of it. */
export const navigation: readonly PlaywrightCheck[] = [
  {
    title: "goto gives the response with status, headers and body",
    async run({ page, site }) {
      const response = await page.goto(`${site.origin}/json`);
      assert.ok(response, "goto gave no response");
      assert.equal(response.status(), 200);
      assert.equal(await response.headerValue("x-site"), "compat");
      assert.deepEqual(await response.json(), { answer: 42 });
    },
  },
  {
    title: "a redirect is told hop by hop",
    async run({ page, site }) {
      const response = await page.goto(`${site.origin}/hop`);
      const second = response?.request().redirectedFrom();
      assert.equal(second?.url(), `${site.origin}/hop-2`);
      assert.equal((await second?.response())?.status(), 301);
      assert.equal(second?.redirectedFrom()?.url(), `${site.origin}/hop`);
      assert.equal(page.url(), `${site.origin}/plain`);
    },
  },
  {
    title: "a page that is not there is a response of 404",
    async run({ page, site }) {
      assert.equal((await page.goto(`${site.origin}/lost`))?.status(), 404);
      assert.equal(await page.title(), "Lost");
    },
  },
  {
    title: "waitForNavigation sees a click's navigation and gives its response",
    async run({ page, site }) {
      await page.goto(`${site.origin}/`);
      // Deprecated, and still what many programs call.
      const [response] = await Promise.all([page.waitForNavigation(), page.click("#next")]);
      assert.equal(response?.url(), `${site.origin}/next`);
    },
  },
  {
    title: "waitForURL sees a navigation that a script begins later",
    async run({ page, site }) {
      await page.goto(`${site.origin}/`);
      await page.click("#later");
      await page.waitForURL("**/next");
      assert.equal(await page.title(), "Next");
    },
  },
  {
    title: "waitForURL sees the history's own navigation",
    async run({ page, site }) {
      await page.goto(`${site.origin}/`);
      await page.click("#push");
      await page.waitForURL("**/pushed");
    },
  },
  {
    title: "goBack, goForward and reload lead where they say",
    async run({ page, site }) {
      await page.goto(`${site.origin}/plain`);
      await page.goto(`${site.origin}/next`);
      await page.goBack();
      assert.equal(await page.title(), "Plain");
      await page.goForward();
      assert.equal(await page.title(), "Next");
      assert.equal((await page.reload())?.status(), 200);
    },
  },
  {
    title: "waitForLoadState comes to networkidle",
    async run({ page, site }) {
      await page.goto(`${site.origin}/coverage`);
      await page.waitForLoadState("networkidle");
    },
  },
  {
    title: "a navigation that takes too long is a TimeoutError",
    async run({ page, site }) {
      const late = page.goto(`${site.origin}/hang`, { timeout: 300 });
      await assert.rejects(late, { name: "TimeoutError" });
    },
  },
  {
    title: "setContent shows what it was given",
    async run({ page }) {
      await page.setContent("<title>Given</title><p id=given>by hand</p>");
      assert.equal(await page.textContent("#given"), "by hand");
    },
  },
];

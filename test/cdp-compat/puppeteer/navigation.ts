import assert from "node:assert/strict";
import type { PuppeteerCheck } from "./puppeteer-world.ts";

/** Where pages lead, and what is told of it. */
export const navigation: readonly PuppeteerCheck[] = [
  {
    title: "goto gives the response with status, headers and body",
    async run({ page, site }) {
      const response = await page.goto(`${site.origin}/json`);
      assert.ok(response, "goto gave no response");
      assert.equal(response.status(), 200);
      assert.equal(response.headers()["x-site"], "compat");
      assert.deepEqual(await response.json(), { answer: 42 });
    },
  },
  {
    title: "a redirect is told hop by hop",
    async run({ page, site }) {
      const response = await page.goto(`${site.origin}/hop`);
      const chain = response?.request().redirectChain() ?? [];
      assert.deepEqual(
        chain.map((hop) => [hop.url(), hop.response()?.status()]),
        [
          [`${site.origin}/hop`, 302],
          [`${site.origin}/hop-2`, 301],
        ],
      );
      assert.equal(page.url(), `${site.origin}/plain`);
    },
  },
  {
    title: "a page that is not there is a response of 404",
    async run({ page, site }) {
      const response = await page.goto(`${site.origin}/lost`);
      assert.equal(response?.status(), 404);
      assert.equal(await page.title(), "Lost");
    },
  },
  {
    title: "waitForNavigation sees a click's navigation and gives its response",
    async run({ page, site }) {
      await page.goto(`${site.origin}/`);
      const [response] = await Promise.all([page.waitForNavigation(), page.click("#next")]);
      assert.equal(response?.url(), `${site.origin}/next`);
      assert.equal(await page.title(), "Next");
    },
  },
  {
    title: "waitForNavigation sees a navigation that a script begins later",
    async run({ page, site }) {
      await page.goto(`${site.origin}/`);
      await Promise.all([
        page.waitForNavigation({ waitUntil: "domcontentloaded" }),
        page.click("#later"),
      ]);
      assert.equal(page.url(), `${site.origin}/next`);
    },
  },
  {
    title: "waitForNavigation sees the history's own navigation",
    async run({ page, site }) {
      await page.goto(`${site.origin}/`);
      const [response] = await Promise.all([page.waitForNavigation(), page.click("#push")]);
      assert.equal(response, null);
      assert.equal(page.url(), `${site.origin}/pushed`);
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
    title: "networkidle0 comes",
    async run({ page, site }) {
      const response = await page.goto(`${site.origin}/coverage`, { waitUntil: "networkidle0" });
      assert.equal(response?.status(), 200);
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
      assert.equal(await page.$eval("#given", (node) => node.textContent), "by hand");
    },
  },
  {
    title: "POST by interception reaches the site",
    async run({ page, site }) {
      await page.setRequestInterception(true);
      page.on("request", (request) => void request.continue({ method: "POST", postData: "a=1" }));
      const response = await page.goto(`${site.origin}/method`);
      assert.deepEqual(await response?.json(), { method: "POST" });
    },
  },
];

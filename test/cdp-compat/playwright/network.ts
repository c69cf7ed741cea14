import assert from "node:assert/strict";
import type { PlaywrightCheck } from "./playwright-world.ts";

/** Requests and answers. */
export const network: readonly PlaywrightCheck[] = [
  {
    title: "a routed request is fulfilled",
    async run({ page, site }) {
      await page.route("**/nowhere", (route) =>
        route.fulfill({ status: 201, contentType: "text/html", body: "<title>Made</title>" }),
      );
      assert.equal((await page.goto(`${site.origin}/nowhere`))?.status(), 201);
      assert.equal(await page.title(), "Made");
    },
  },
  {
    title: "a routed request is fetched and answered otherwise",
    async run({ context, page, site }) {
      await context.route("**/json", (route) => route.continue({ url: `${site.origin}/headers` }));
      await page.goto(`${site.origin}/plain`);
      const body = await page.evaluate(() => fetch("/json").then((answer) => answer.json()));
      assert.ok(body.host);
    },
  },
  {
    title: "a routed request is aborted and told as failed",
    async run({ page, site }) {
      const failed: string[] = [];
      page.on("requestfailed", (request) => failed.push(request.url()));
      await page.route("**/*.css", (route) => route.abort());
      await page.goto(`${site.origin}/coverage`);
      assert.deepEqual(failed, [`${site.origin}/sheet.css`]);
    },
  },
  {
    title: "a routed request goes on with other headers and another method",
    async run({ page, site }) {
      await page.route("**/headers", (route) =>
        route.continue({ headers: { ...route.request().headers(), "x-mine": "yes" } }),
      );
      await page.route("**/method", (route) => route.continue({ method: "POST", postData: "a" }));
      const headers = await (await page.goto(`${site.origin}/headers`))?.json();
      assert.equal(headers["x-mine"], "yes");
      const told = await (await page.goto(`${site.origin}/method`))?.json();
      assert.deepEqual(told, { method: "POST" });
    },
  },
  {
    title: "setExtraHTTPHeaders reaches the site",
    async run({ page, site }) {
      await page.setExtraHTTPHeaders({ "x-extra": "1" });
      const headers = await (await page.goto(`${site.origin}/headers`))?.json();
      assert.equal(headers["x-extra"], "1");
    },
  },
  {
    title: "a request that is cut off is told as failed",
    async run({ page, site }) {
      await page.goto(`${site.origin}/plain`);
      const [failed] = await Promise.all([
        page.waitForEvent("requestfailed"),
        page.evaluate(() => fetch("/cut", { method: "POST" }).catch(() => {})),
      ]);
      assert.match(failed.failure()?.errorText ?? "", /^net::ERR_/);
    },
  },
  {
    title: "credentials of a context answer for the client",
    async run({ browser, site }) {
      const httpCredentials = { username: "ann", password: "pass" };
      const context = await browser.newContext({ httpCredentials });
      const page = await context.newPage();
      assert.equal((await page.goto(`${site.origin}/secret`))?.status(), 200);
      await context.close();
    },
  },
  {
    title: "waitForRequest and waitForResponse see a fetch",
    async run({ page, site }) {
      await page.goto(`${site.origin}/plain`);
      const [request, response] = await Promise.all([
        page.waitForRequest("**/json"),
        page.waitForResponse((answer) => answer.url().endsWith("/json")),
        page.evaluate(() => fetch("/json").then((answer) => answer.text())),
      ]);
      assert.equal(request.method(), "GET");
      assert.equal(await response.text(), '{"answer":42}');
      assert.equal((await request.sizes()).responseBodySize, 13);
    },
  },
  {
    title: "cookies are added, read and cleared",
    async run({ context, page, site }) {
      await context.addCookies([{ name: "mine", value: "1", url: site.origin }]);
      const headers = await (await page.goto(`${site.origin}/headers`))?.json();
      assert.match(headers.cookie, /mine=1/);
      await page.goto(`${site.origin}/set-cookie`);
      const names = (await context.cookies()).map(({ name }) => name).toSorted();
      assert.deepEqual(names, ["mine", "quiet", "seen"]);
      await context.clearCookies();
      assert.deepEqual(await context.cookies(), []);
    },
  },
  {
    title: "a storage state is taken and given to another context",
    async run({ browser, context, page, site }) {
      await page.goto(`${site.origin}/set-cookie`);
      await page.evaluate(() => localStorage.setItem("token", "of the login"));
      const storageState = await context.storageState();
      assert.equal(storageState.cookies.length, 2);
      const second = await browser.newContext({ storageState });
      const again = await second.newPage();
      const headers = await (await again.goto(`${site.origin}/headers`))?.json();
      assert.match(headers.cookie, /seen=yes/);
      assert.equal(await again.evaluate(() => localStorage.getItem("token")), "of the login");
      await second.close();
    },
  },
  {
    title: "a storage state has IndexedDB where it is asked for",
    async run({ context, page, site }) {
      await page.goto(`${site.origin}/storage`);
      await page.evaluate(async () => {
        const open = indexedDB.open("base", 1);
        await new Promise((resolve, reject) => {
          open.addEventListener("upgradeneeded", () => open.result.createObjectStore("rows"));
          open.addEventListener("success", resolve);
          open.addEventListener("error", reject);
        });
        const write = open.result.transaction("rows", "readwrite");
        write.objectStore("rows").put("kept", "key");
        await new Promise((resolve) => write.addEventListener("complete", resolve));
        open.result.close();
      });
      assert.match(JSON.stringify(await context.storageState({ indexedDB: true })), /kept/);
    },
  },
  {
    title: "setOffline takes the network away and gives it back",
    async run({ context, page, site }) {
      await page.goto(`${site.origin}/plain`);
      await context.setOffline(true);
      assert.equal(await page.evaluate(() => navigator.onLine), false);
      await assert.rejects(page.goto(`${site.origin}/next`), /ERR_INTERNET_DISCONNECTED/);
      await context.setOffline(false);
      assert.equal((await page.goto(`${site.origin}/next`))?.status(), 200);
    },
  },
  {
    title: "a WebSocket and its frames are told",
    async run({ page, site }) {
      await page.goto(`${site.origin}/plain`);
      const [socket] = await Promise.all([
        page.waitForEvent("websocket"),
        page.evaluate((url) => {
          const opened = new WebSocket(url);
          opened.addEventListener("open", () => setTimeout(() => opened.send("hi"), 50));
        }, site.echo),
      ]);
      const frame = await socket.waitForEvent("framereceived");
      assert.equal(frame.payload, "echo hi");
    },
  },
  {
    title: "a WebSocket is routed to the client",
    async run({ page, site }) {
      await page.routeWebSocket(/./, (socket) => {
        socket.onMessage((text) => socket.send(`made ${String(text)}`));
      });
      await page.goto(`${site.origin}/plain`);
      const said = await page.evaluate(async (url) => {
        const socket = new WebSocket(url);
        await new Promise((resolve) => socket.addEventListener("open", resolve));
        const answer = new Promise((resolve) => {
          socket.addEventListener("message", ({ data }) => resolve(data));
        });
        socket.send("hi");
        return await answer;
      }, site.echo);
      assert.equal(said, "made hi");
    },
  },
  {
    title: "a download is told, named and completed",
    async run({ page, site }) {
      await page.goto(`${site.origin}/`);
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.click("#download"),
      ]);
      assert.equal(download.suggestedFilename(), "report.bin");
      assert.equal(download.url(), `${site.origin}/file`);
      assert.equal(await download.failure(), null);
    },
  },
];

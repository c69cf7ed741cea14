import assert from "node:assert/strict";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "../once.ts";
import type { PuppeteerCheck } from "./puppeteer-world.ts";

/** Requests and answers. */
export const network: readonly PuppeteerCheck[] = [
  {
    title: "an intercepted request is fulfilled",
    async run({ page, site }) {
      await page.setRequestInterception(true);
      page.on("request", (request) => {
        void request.respond({
          status: 201,
          contentType: "text/html",
          body: "<title>Made</title>",
        });
      });
      const response = await page.goto(`${site.origin}/nowhere`);
      assert.equal(response?.status(), 201);
      assert.equal(await page.title(), "Made");
    },
  },
  {
    title: "an intercepted request is aborted and told as failed",
    async run({ page, site }) {
      await page.setRequestInterception(true);
      const failed: string[] = [];
      page.on("request", (request) => {
        void (request.resourceType() === "stylesheet" ? request.abort() : request.continue());
      });
      page.on("requestfailed", (request) => failed.push(request.url()));
      await page.goto(`${site.origin}/coverage`);
      assert.deepEqual(failed, [`${site.origin}/sheet.css`]);
    },
  },
  {
    title: "an intercepted request goes on with other headers",
    async run({ page, site }) {
      await page.setRequestInterception(true);
      page.on("request", (request) => {
        void request.continue({ headers: { ...request.headers(), "x-mine": "yes" } });
      });
      const headers = await (await page.goto(`${site.origin}/headers`))?.json();
      assert.equal(headers["x-mine"], "yes");
    },
  },
  {
    title: "setExtraHTTPHeaders and setUserAgent reach the site",
    async run({ page, site }) {
      await page.setExtraHTTPHeaders({ "x-extra": "1" });
      await page.setUserAgent({ userAgent: "Compat/1" });
      const headers = await (await page.goto(`${site.origin}/headers`))?.json();
      assert.equal(headers["x-extra"], "1");
      assert.equal(headers["user-agent"], "Compat/1");
    },
  },
  {
    title: "a request that is cut off is told as failed",
    async run({ page, site }) {
      const failed: (string | undefined)[] = [];
      page.on("requestfailed", (request) => failed.push(request.failure()?.errorText));
      await page.goto(`${site.origin}/plain`);
      await page.evaluate(() => fetch("/cut", { method: "POST" }).catch(() => {}));
      assert.equal(failed.length, 1);
      assert.match(failed[0] ?? "", /^net::ERR_/);
    },
  },
  {
    title: "authenticate answers for the client",
    async run({ page, site }) {
      await page.authenticate({ username: "ann", password: "pass" });
      const response = await page.goto(`${site.origin}/secret`);
      assert.equal(response?.status(), 200);
      assert.equal(await page.title(), "Inside");
    },
  },
  {
    title: "waitForRequest and waitForResponse see a fetch",
    async run({ page, site }) {
      await page.goto(`${site.origin}/plain`);
      const [request, response] = await Promise.all([
        page.waitForRequest(`${site.origin}/json`),
        page.waitForResponse((answer) => answer.url().endsWith("/json")),
        page.evaluate(() => fetch("/json").then((answer) => answer.text())),
      ]);
      assert.equal(request.method(), "GET");
      assert.equal((await response.buffer()).toString(), '{"answer":42}');
    },
  },
  {
    title: "cookies are set, read and deleted",
    async run({ context, page, site }) {
      await context.setCookie({ name: "mine", value: "1", domain: "127.0.0.1", path: "/" });
      const headers = await (await page.goto(`${site.origin}/headers`))?.json();
      assert.match(headers.cookie, /mine=1/);
      await page.goto(`${site.origin}/set-cookie`);
      const names = (await context.cookies()).map(({ name }) => name).toSorted();
      assert.deepEqual(names, ["mine", "quiet", "seen"]);
      await context.deleteCookie(...(await context.cookies()));
      assert.deepEqual(await context.cookies(), []);
    },
  },
  {
    title: "setOfflineMode takes the network away and gives it back",
    async run({ page, site }) {
      await page.goto(`${site.origin}/plain`);
      await page.setOfflineMode(true);
      assert.equal(await page.evaluate(() => navigator.onLine), false);
      await assert.rejects(page.goto(`${site.origin}/next`), /ERR_INTERNET_DISCONNECTED/);
      await page.setOfflineMode(false);
      assert.equal((await page.goto(`${site.origin}/next`))?.status(), 200);
    },
  },
  {
    title: "frames of a WebSocket are told",
    async run({ page, site }) {
      const session = await page.createCDPSession();
      await session.send("Network.enable");
      const received = once(session, "Network.webSocketFrameReceived");
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
      assert.equal(said, "echo hi");
      const event = (await received) as { response: { payloadData: string } };
      assert.equal(event.response.payloadData, "echo hi");
    },
  },
  {
    title: "a body of 2 MB is read",
    async run({ page, site }) {
      await page.setRequestInterception(true);
      page.on("request", (request) => {
        const isAsked = request.url().endsWith("/large");
        const body = isAsked ? "x".repeat(2_000_000) : "";
        void request.respond({ contentType: "text/plain", body });
      });
      const response = await page.goto(`${site.origin}/large`);
      assert.equal((await response?.text())?.length, 2_000_000);
    },
  },
  {
    title: "a download is told from its beginning to its end",
    async run({ browser, context, page, site }) {
      // Of this machine: Chromium itself writes there, the proxy writes into a folder of its own.
      await using folder = await mkdtempDisposable(join(tmpdir(), "dragline-compat-"));
      const session = await browser.target().createCDPSession();
      const done = Promise.withResolvers<number>();
      const begun = Promise.withResolvers<string>();
      session.on("Browser.downloadWillBegin", (event) => begun.resolve(event.suggestedFilename));
      session.on("Browser.downloadProgress", (event) => {
        if (event.state === "completed") done.resolve(event.receivedBytes);
      });
      await session.send("Browser.setDownloadBehavior", {
        behavior: "allowAndName",
        downloadPath: folder.path,
        eventsEnabled: true,
        browserContextId: context.id ?? "",
      });
      await page.goto(`${site.origin}/`);
      await page.click("#download");
      assert.equal(await begun.promise, "report.bin");
      assert.equal(await done.promise, 20_000);
    },
  },
];

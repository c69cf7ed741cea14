import { text } from "node:stream/consumers";
import type { Page } from "puppeteer-core";
import { createRemoteBrowsers } from "dragline/browser";
import { createInteractiveSessions } from "dragline/cdp-proxy";
import { createSite } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createConnector } from "../../../../src/net/index.ts";
import { browserTitle, chromiumPath, openChromium, testSwitches } from "../../../chromium.ts";
import { createInternet } from "../../fetcher/internet.ts";
import { FakeSessions } from "./fake-sessions.ts";
import { openViewerServer } from "./viewer-server.ts";

const path = await chromiumPath();
const { signal } = new AbortController();
const PATIENCE = { timeout: 20_000, interval: 50 };

const form = `<!doctype html><meta charset="utf-8"><title>Log in</title><style>* { margin: 0; box-sizing: border-box }
input, button { position: absolute; left: 0; width: 300px; height: 40px }</style>
<form method="post" action="/in"><input name="user" style="top: 0"><input name="word" type="password" style="top: 50px">
<button style="top: 100px">Log in</button></form>
<script>requestAnimationFrame(() => requestAnimationFrame(() => fetch("/drawn")))</script>`;

/** A site that lets in whoever knows the word, and remembers them by cookie and localStorage. */
function openSite() {
  return createSite({
    "/login": form,
    "/drawn": "",
    "/in": (request, response) =>
      void text(request).then((sent) => {
        if (sent === "user=anna&word=gr%C3%BC%C3%9Fe+1") {
          response.setHeader("set-cookie", "sid=anna; Max-Age=3600; HttpOnly");
        }
        response.setHeader("content-type", "text/html");
        response.end("<title>In</title><script>localStorage.setItem('who', 'anna')</script>");
      }),
  });
}

describe.skipIf(path === undefined)(
  `${browserTitle("InteractiveViewer", path)} in Chromium`,
  () => {
    const owned = new AsyncDisposableStack();
    afterAll(() => owned.disposeAsync());

    let page: Page;
    let world: Awaited<ReturnType<typeof openWorld>>;

    async function openWorld() {
      const site = owned.use(await openSite());
      const { resolver, dialer } = createInternet({ "site.test": site });
      const connector = createConnector({ resolver, dialer });
      const options = { warm: 0, chromium: { switches: [...testSwitches] } };
      const browsers = owned.use(createRemoteBrowsers({ connector }, options));
      const sessions = new FakeSessions();
      const parts = { browsers, sessions: sessions.asStore() };
      const interactive = owned.use(createInteractiveSessions(parts));
      const server = owned.use(await openViewerServer(interactive));
      return { site, browsers, sessions, interactive, server };
    }

    beforeAll(async () => {
      world = await openWorld();
      const viewer = owned.use(await openChromium(path ?? ""));
      page = await viewer.newPage();
      await page.setViewport({ width: 1000, height: 700 });
    }, 60_000);

    it("is a login by hand: clicked and typed on the picture, saved, and loaded elsewhere", async () => {
      const { site, interactive, server, sessions, browsers } = world;
      const websiteUrl = "http://site.test/login";
      const started = await interactive.start({ owner: "anna", websiteUrl, signal });
      const opened = server.pageOf(started);
      await page.goto(opened);
      expect(page.url()).toBe(opened.replace(/\?.*/, ""));
      await shown(page, websiteUrl);
      // A click on a form that is not drawn yet goes to nothing.
      await vi.waitFor(
        () => expect(site.requests.map((request) => request.path)).toContain("/drawn"),
        PATIENCE,
      );

      const { x, y } = await page.$eval("#picture", (element) => {
        const box = element.getBoundingClientRect();
        return { x: box.x, y: box.y };
      });
      await page.mouse.click(x + 100, y + 20);
      await page.keyboard.type("anna");
      await page.keyboard.press("Tab");
      await page.keyboard.type("grüße 1");
      await page.mouse.click(x + 100, y + 120);
      await shown(page, "http://site.test/in");

      await page.reload();
      await shown(page, "http://site.test/in");
      await page.click("#save");
      await page.click("#naming-ok");
      await vi.waitFor(async () => {
        expect(await page.$eval("#cover-title", (title) => title.textContent)).toBe("Saved");
      }, PATIENCE);

      const { state = { cookies: [], origins: [] } } = sessions.rows.get(started.id)?.content ?? {};
      await using second = await browsers.take({ signal });
      await second.loadState(state, { signal });
      const again = await second.saveState({ origins: ["http://site.test"], signal });
      expect(again).toMatchObject({
        cookies: [{ name: "sid", value: "anna", httpOnly: true }],
        origins: [{ localStorage: [{ name: "who", value: "anna" }] }],
      });
    }, 60_000);
  },
);

/** Waits until the page's picture is of a URL. */
async function shown(page: Page, url: string): Promise<void> {
  await vi.waitFor(async () => {
    const facts = await page.evaluate(() => ({
      address: document.querySelector<HTMLInputElement>("#address")?.value,
      isCovered: document.querySelector<HTMLElement>("#cover")?.hidden === false,
      width: document.querySelector<HTMLCanvasElement>("#picture")?.width,
    }));
    expect(facts).toEqual({ address: url, isCovered: false, width: 1000 });
  }, PATIENCE);
}

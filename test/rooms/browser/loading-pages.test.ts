import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import type { Browser, BrowserContext, Page } from "puppeteer-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../../../src/core/index.ts";
import { armStability, type StabilityTimes } from "../../../src/browser/page/wait-until-stable.ts";
import { browserTitle, chromiumPath, openChromium } from "../../chromium.ts";
import { restlessPages, slowAnswers, slowPages } from "./slow-pages.ts";

const path = await chromiumPath();

/** The usual times, ten times as fast. */
const times: StabilityTimes = {
  quietMs: 60,
  oldMs: 200,
  lingerMs: 300,
  idleMs: 100,
  lookMs: 20,
};

describe.skipIf(path === undefined)(`${browserTitle("loading", path)} of pages`, () => {
  let browser: Browser & AsyncDisposable;
  let server: Server;
  let origin: string;
  const sockets: Duplex[] = [];
  /** Cancels answers that have not come. */
  const waiting: (() => void)[] = [];
  let slowness = 1;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    browser = await openChromium(path ?? "");
    const pages = { ...slowPages, ...restlessPages };
    const later = (ms: number, run: () => void): void => {
      waiting.push(systemClock.timer(ms * slowness, run));
    };
    const answers = Object.entries(slowAnswers(later));
    server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? "/", "http://x");
      const html = pages[decodeURIComponent(pathname.slice(1))];
      const answer = answers.find(([start]) => pathname.startsWith(start))?.[1];
      if (html !== undefined)
        response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html);
      else if (answer === undefined) response.writeHead(404).end();
      else answer(request, response);
    });
    // A web socket that is opened and says nothing.
    server.on("upgrade", (_request, socket) => void sockets.push(socket));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    for (const socket of sockets) socket.destroy();
    server?.closeAllConnections();
    server?.close();
  });
  beforeEach(async () => {
    context = await browser.createBrowserContext();
    page = await context.newPage();
  });
  afterEach(async () => {
    slowness = 1;
    for (const cancel of waiting.splice(0)) cancel();
    await context.close();
  });

  async function visit(name: string, maxMs: number) {
    await using watch = armStability(page, systemClock, times);
    const read = new Promise((resolve) => page.once("domcontentloaded", resolve));
    // `goto` waits for frames, of which one here never comes.
    page.goto(`${origin}/${encodeURIComponent(name)}`).catch(() => {});
    await read;
    const started = systemClock.monotonic();
    const outcome = await watch.until({ maxMs });
    const ms = systemClock.monotonic() - started;
    const frames = await Promise.all(
      page
        .frames()
        .map((frame) => frame.evaluate("document.body?.innerText ?? ''").catch(() => "")),
    );
    const shadows = await page.evaluate("document.querySelector('[title]')?.title ?? ''");
    return { outcome, ms, text: [...frames, shadows].join(" ") };
  }

  it.each(Object.keys(slowPages))("waits for data that come late: %s", async (name) => {
    const { outcome, text } = await visit(name, 6_000);
    expect(text).toContain("done");
    expect(outcome).toBe("stable");
  });

  it.each(Object.keys(restlessPages))("does not wait for what never ends: %s", async (name) => {
    const { outcome, ms } = await visit(name, 6_000);
    expect(outcome).toBe("stable");
    expect(ms).toBeLessThan(2_500);
  });

  it.each(["fetch", "xhr", "script", "spinner", "words"])(
    "tells that %s was under way when the time was up",
    async (name) => {
      // However long the machine takes for the page, the data come later.
      slowness = 100;
      const { outcome, text } = await visit(name, 450);
      expect(text).not.toContain("done");
      expect(outcome).toBe("capped");
    },
  );

  it("takes a plain page as soon as it is quiet", async () => {
    const { outcome, ms } = await visit("article", 6_000);
    expect(outcome).toBe("stable");
    expect(ms).toBeLessThan(1_000);
  });
});

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openPageTools } from "dragline/agent";
import type { Browser } from "dragline/browser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { openTestBrowser } from "../browser/test-browser.ts";
import { titled } from "./tool-stage.ts";

const path = await chromiumPath();
const { signal } = new AbortController();
const PIECE = Buffer.alloc(100_000, 1);
const TOTAL = 300_000_000;

const pages: Readonly<Record<string, string>> = {
  "/link": `<a href="/file">Go</a>`,
  "/named": `<a href="/file" download="x.bin">Go</a>`,
  "/tab": `<button onclick="window.open('/file')">Go</button>`,
  "/frame": `<button onclick="document.body.append(Object.assign(document.createElement('iframe'), { src: '/file' }))">Go</button>`,
  "/form": `<form action="/file" method=post><button>Go</button></form>`,
  "/many": `<button onclick="for (let n = 0; n < 5; n++) { const a = document.createElement('a'); a.href = '/file?' + n; a.download = n; a.click() }">Go</button>`,
};

describe.skipIf(path === undefined)(`${browserTitle("Downloads", path)} of a pool's pages`, () => {
  const owned = new AsyncDisposableStack();
  let browser: Browser;
  let origin = "";
  let given = 0;
  const server = createServer(({ url = "" }, response) => {
    const html = pages[url];
    if (!url.startsWith("/file")) {
      response.setHeader("content-type", "text/html");
      response.end(titled("Page", html ?? ""));
      return;
    }
    response.writeHead(200, {
      "content-type": "application/octet-stream",
      "content-disposition": "attachment; filename=big",
    });
    let sent = 0;
    const send = (): void => {
      while (sent < TOTAL && !response.destroyed) {
        sent += PIECE.length;
        given += PIECE.length;
        if (!response.write(PIECE)) return;
      }
      response.end();
    };
    response.on("drain", send);
    send();
  });
  beforeAll(async () => {
    browser = owned.use(openTestBrowser({ allow: ["127.0.0.1"] }));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await owned.disposeAsync();
    server.closeAllConnections();
    server.close();
  });

  it.each(Object.keys(pages))(
    "are refused, and hardly anything of them is asked for: %s",
    async (from) => {
      given = 0;
      await using lease = await browser.lease({ url: `${origin}${from}` });
      await using work = await openPageTools(lease.page, { start: `${origin}/` });
      await work.open(`${origin}${from}`, signal);
      const click = work.tools.find(({ name }) => name === "click");
      const look = work.tools.find(({ name }) => name === "look");
      await click?.run({ ref: "e1" }, { signal });
      await expect.poll(() => given).toBeGreaterThan(0);
      await look?.run({}, { signal });
      expect(given).toBeLessThan(TOTAL / 5);
    },
    30_000,
  );

  it("are refused to a visit, which says so", async () => {
    given = 0;
    const visiting = browser.visit(`${origin}/file`);
    await expect(visiting).rejects.toMatchObject({ name: "BrowserError" });
    expect(given).toBeLessThan(TOTAL / 5);
  }, 30_000);
});

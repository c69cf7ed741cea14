import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createChromiumLauncher } from "../../../src/browser/chromium/chromium-launcher.ts";
import { browserTitle, chromiumPath } from "../../chromium.ts";

const path = await chromiumPath();

const page = `<!doctype html><title>Sign in</title><link rel="icon" href="data:,">
<form><input name="mail" type="email" autocomplete="email"><input type="password"></form>
<p lang="fr">Une page en français, que personne ne doit proposer de traduire.</p>`;

/** A browser asks nothing of the network itself: all that comes to its proxy is what pages ask. */
describe.skipIf(path === undefined)(`${browserTitle("Chromium", path)} by itself`, () => {
  let proxy: Server;
  const asked: string[] = [];

  beforeAll(async () => {
    proxy = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(page);
    });
    proxy.on("connect", (request, socket) => {
      asked.push(`CONNECT ${request.url}`);
      socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  });

  afterAll(async () => {
    proxy.closeAllConnections();
    await new Promise((resolve) => proxy.close(resolve));
  });

  it.each(["natural", "plain"] as const)("is quiet where it is %s", async (identity) => {
    asked.length = 0;
    const { port } = proxy.address() as AddressInfo;
    const proxyServer = `http://127.0.0.1:${port}`;
    // The browser's own requests would come here as well, instead of leading nowhere.
    const switches = [`--proxy-server=${proxyServer}`];
    const launcher = createChromiumLauncher({}, { identity, switches });
    const visited: string[] = [];
    await using browser = await launcher.launch(AbortSignal.timeout(20_000));
    const context = await browser.driver.createBrowserContext({ proxyServer });
    for (const name of ["one", "two", "three"]) {
      const page = await context.newPage();
      await page.goto(`http://${name}.test/`, { waitUntil: "networkidle0" });
      visited.push(`GET http://${name}.test/`);
    }
    expect(asked).toEqual(visited);
  });
});

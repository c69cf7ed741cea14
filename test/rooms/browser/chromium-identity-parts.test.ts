import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createChromiumLauncher } from "../../../src/browser/chromium/chromium-launcher.ts";
import { applyIdentity } from "../../../src/browser/chromium/identity.ts";
import type { RunningBrowser } from "../../../src/browser/launcher.ts";
import { browserTitle, chromiumPath } from "../../chromium.ts";

const path = await chromiumPath();

const told = (who: string): string =>
  `["${who}", navigator.languages.join(), Intl.DateTimeFormat().resolvedOptions().timeZone, Intl.NumberFormat().resolvedOptions().locale].join(" ")`;

/** A page whose parts all tell it where they think they are. */
const files: Readonly<Record<string, string>> = {
  "/worker.js": `postMessage(${told("worker")}); new Worker("/nested.js").onmessage = (event) => postMessage(event.data);`,
  "/nested.js": `postMessage(${told("nested worker")})`,
  "/service.js": `onmessage = (event) => event.source.postMessage(${told("service worker")})`,
  "/frame": `<script>parent.postMessage(${told("foreign frame")}, "*")</script>`,
  "/inner": `<script>parent.postMessage(${told("own frame")}, "*")</script>`,
  "/": `<script>
    const all = [];
    const heard = new Promise((resolve) => {
      onmessage = (event) => { if (all.push(event.data) === 5) resolve(all); };
    });
    new Worker("/worker.js").onmessage = onmessage;
    navigator.serviceWorker.onmessage = onmessage;
    navigator.serviceWorker.register("/service.js");
    navigator.serviceWorker.ready.then(({ active }) => active.postMessage(""));
  </script>
  <iframe src="http://other.test/frame"></iframe><iframe src="/inner"></iframe>`,
};

/** A proxy that answers for every host. */
async function startProxy(): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://proxy");
    response.setHeader("content-type", pathname.endsWith(".js") ? "text/javascript" : "text/html");
    response.end(files[pathname] ?? "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

describe.skipIf(path === undefined)(`${browserTitle("applyIdentity", path)} of a page`, () => {
  let browser: RunningBrowser;
  let proxy: Server;

  beforeAll(async () => {
    proxy = await startProxy();
    const secure = "--unsafely-treat-insecure-origin-as-secure=http://page.test";
    const launcher = createChromiumLauncher({}, { switches: [secure] });
    browser = await launcher.launch(AbortSignal.timeout(20_000));
  });

  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    proxy.closeAllConnections();
    await new Promise((resolve) => proxy.close(resolve));
  });

  it("reaches its frames, of other sites too, its workers and its service worker", async () => {
    const { port } = proxy.address() as AddressInfo;
    const context = await browser.driver.createBrowserContext({
      proxyServer: `http://127.0.0.1:${port}`,
    });
    const page = await context.newPage();
    for (const [country, place] of [
      ["BR", "pt-BR,pt,en-US,en America/Sao_Paulo pt-BR"],
      ["JP", "ja-JP,ja,en-US,en Asia/Tokyo ja-JP"],
    ]) {
      await page.goto("about:blank");
      await applyIdentity(page, country);
      await page.goto("http://page.test/");
      const heard = (await page.evaluate("heard")) as string[];
      expect(heard.toSorted()).toEqual([
        `foreign frame ${place}`,
        `nested worker ${place}`,
        `own frame ${place}`,
        expect.stringMatching("^service worker "),
        `worker ${place}`,
      ]);
      if (country === "BR") expect(heard).toContain(`service worker ${place}`);
    }
  });
});

// The proxy inside of a server of one's own: who may connect is the server's affair, and so are the
// limits. No account, no store.
import { createServer } from "node:http";
import { createRemoteBrowsers } from "dragline/browser";
import { createCdpProxy, createUpgradeHandler } from "dragline/cdp-proxy";
import puppeteer from "puppeteer-core";
import { listen } from "./listen.ts";
import { servePages } from "./serve-pages.ts";

await using pages = await servePages();
// #region proxy
// One Chromium is kept warm, so that a connection does not wait for a start.
await using browsers = createRemoteBrowsers({}, { warm: 1, max: 4, allow: ["127.0.0.1"] });
await using proxy = createCdpProxy({ browsers }, { idleMs: 30_000, maxPerOwner: 1 });

const users = new Map([["Bearer sesame", "ada"]]);
const server = createServer((_, response) => response.writeHead(404).end());
server.on(
  "upgrade",
  createUpgradeHandler(proxy, {
    owner: (request) => users.get(request.headers.get("authorization") ?? ""),
  }),
);
await using site = await listen(server);
// #endregion
const browserWSEndpoint = site.url("/").replace("http", "ws");

await puppeteer
  .connect({ browserWSEndpoint, headers: { Authorization: "Bearer open" } })
  .catch(() => console.log("a stranger is refused"));

const headers = { Authorization: "Bearer sesame" };
const browser = await puppeteer.connect({ browserWSEndpoint, headers });
const page = await browser.newPage();
const response = await page.goto(pages.url("/harbour.html"));
console.log("answer:", response?.status());
console.log("heading:", await page.$eval("h1", (heading) => heading.textContent));
await puppeteer
  .connect({ browserWSEndpoint, headers })
  .catch(() => console.log("one connection is enough"));
await browser.close();

// The same service with Playwright: responses of navigations, requests that are answered by the
// client, and waits for navigations work as with a browser on one's own machine.
import { createServer } from "node:http";
import { createService, toNodeHandler, toNodeUpgrade } from "dragline/service";
import { chromium } from "playwright-core";
import { listen } from "./listen.ts";
import { serveGuide } from "./serve-guide.ts";

await using guide = await serveGuide();
await using service = createService({}, { allow: ["127.0.0.1"] });
const server = createServer(toNodeHandler(service)).on("upgrade", toNodeUpgrade(service));
await using site = await listen(server);

const { id } = await service.accounts.create({ name: "Ada" });
const { key } = await service.keys.create(id);
const endpoint = site.url("/v1/browser-connect").replace("http", "ws");

// #region connect
const browser = await chromium.connectOverCDP(endpoint, { headers: { "X-API-Key": key } });
const [context] = browser.contexts();
const page = await context?.newPage();
if (page === undefined) throw new Error("The browser has no context.");

await page.route("**/weather.json", (route) => route.fulfill({ json: { wind: "6 knots" } }));
const response = await page.goto(guide.url("/"));
console.log("answer:", response?.status(), await page.title());

const weather = await page.evaluate(async () => (await fetch("/weather.json")).text());
console.log("answered by the client:", weather);

const [next] = await Promise.all([
  page.waitForNavigation(),
  page.evaluate(() => document.querySelector("a")?.click()),
]);
console.log("after a click:", next?.status(), new URL(page.url()).pathname);
await browser.close();
// #endregion

const credits = await fetch(site.url("/v1/credits"), { headers: { "x-api-key": key } });
console.log("credits left:", ((await credits.json()) as { balance: number }).balance);

// Draws docs/images/dashboard.png: the overview of an account that has worked for two weeks. It takes Chromium.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { systemClock } from "dragline";
import { createClient } from "dragline/client";
import { createDashboard } from "dragline/dashboard";
import { createService, toNodeHandler } from "dragline/service";
import { createSite } from "dragline/testing";
import { launch } from "puppeteer-core";
import { root } from "./pages.ts";

const DAY_MS = 86_400_000;
const KEY = "dl_a_key_for_the_picture";
const names = ["opal", "brass", "paper", "heron", "tides"];
/** Scrapes of each day; each seventh is of a page that is gone. */
const days = [5, 9, 8, 12, 3, 2, 11, 14, 13, 9, 4, 3, 15, 12];

/** Milliseconds that the service's clock is behind: two weeks of work are done in seconds. */
let behind = days.length * DAY_MS;
const clock = { ...systemClock, now: () => systemClock.now() - behind };
await using site = await createSite({
  "/": `<h1>Lamps</h1>${names.map((name) => `<a href="/${name}">${name}</a>`).join("")}`,
  ...Object.fromEntries(names.map((name) => [`/${name}`, `<h1>${name}</h1><p>79.90 €</p>`])),
});
await using service = createService(
  { clock },
  { allow: ["127.0.0.1"], limits: { "*": Infinity }, engine: "http" },
);
const stop = new AbortController();
const working = service.run({ signal: stop.signal });
const { id } = await service.accounts.create({ name: "Ada", credits: 2000 });
await service.keys.create(id, { key: KEY, label: "the shop's crawler" });
const client = createClient({ fetch: (request) => service.fetch(request, { account: id }) });

for (const count of days) {
  behind -= DAY_MS;
  const pages = Array.from({ length: count }, (_, at) =>
    at % 7 === 6 ? "gone" : (names[at % names.length] ?? ""),
  );
  await Promise.all(
    pages.map((page) => client.scrape({ url: site.url(`/${page}`), forceFresh: true })),
  );
  await client.run("createMap", { url: site.url("/") });
}
await client.run("createCrawl", { url: site.url("/"), maxPages: 6 });

const dashboard = createDashboard({ service, clock });
const server = createServer(toNodeHandler(dashboard)).listen(0, "127.0.0.1");
await new Promise((resolve) => server.once("listening", resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const executablePath = process.env["PUPPETEER_EXECUTABLE_PATH"] ?? "/usr/bin/chromium";
const browser = await launch({
  executablePath,
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
try {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  await page.goto(`${origin}/sign-in`);
  await page.type("#secret", KEY);
  await Promise.all([page.waitForNavigation(), page.click("button.main")]);
  // Names of a shop in place of this machine's.
  await page.evaluate(
    (from) => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        texts.currentNode.nodeValue = (texts.currentNode.nodeValue ?? "").replaceAll(
          from,
          "https://shop.example",
        );
      }
    },
    new URL(site.url("/")).origin,
  );
  await page.screenshot({ path: join(root, "docs/images/dashboard.png") });
} finally {
  await browser.close();
  server.closeAllConnections();
  server.close();
  stop.abort();
  await working;
}

/**
 * A client that is to be killed: `killed-client.ts LIBRARY URL [PAGE]` connects, opens the page in
 * the default context, clicks `#login` where there is one, says `ready` when the page's title is
 * `in` or there is none to click, and goes on working.
 */
import { chromium } from "playwright-core";
import puppeteer from "puppeteer-core";

/** What both libraries' pages have. */
interface AnyPage {
  goto(url: string): Promise<unknown>;
  evaluate<Result>(work: () => Result): Promise<Awaited<Result>>;
}

const [library, url = "", address = "about:blank"] = process.argv.slice(2);
const page = await (library === "playwright" ? playwrightPage() : puppeteerPage());
await page.goto(address);
await page.evaluate(async () => {
  const button = document.querySelector<HTMLElement>("#login");
  if (button === null) return;
  button.click();
  while (document.title !== "in") await new Promise(requestAnimationFrame);
});
process.stdout.write("ready\n");
for (;;) await page.evaluate(() => 1);

async function playwrightPage(): Promise<AnyPage> {
  const browser = await chromium.connectOverCDP(url);
  const found = browser.contexts()[0]?.pages()[0];
  if (found === undefined) throw new Error("there is no page");
  return found;
}

async function puppeteerPage(): Promise<AnyPage> {
  const browser = await puppeteer.connect({ browserWSEndpoint: url, defaultViewport: null });
  const [found] = await browser.pages();
  if (found === undefined) throw new Error("there is no page");
  return found;
}

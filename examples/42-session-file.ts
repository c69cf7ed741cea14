// Scrape with a login that was saved elsewhere: Playwright's storageState, a list of cookies, cookies.txt.
// It takes Chromium and puppeteer: apt-get install chromium, npm install puppeteer-core
import { createBrowser, readSessionFile } from "dragline/browser";
import { createScraper } from "dragline/scraper";
import { serveMembers } from "./serve-members.ts";

await using site = await serveMembers();
await using browser = createBrowser({}, { allow: ["127.0.0.1"] });

const file = "127.0.0.1\tFALSE\t/\tFALSE\t0\tmember\tada\n"; // a line of cookies.txt

// #region session
const state = readSessionFile(file);
const sessions = { load: async (id: string) => (id === "ada" ? state : undefined) };
await using scraper = createScraper({ browser, sessions });
const page = await scraper.scrape(site.url("/tides"), { sessionId: "ada", main: true });
console.log(page.status === "completed" ? page.markdown : page.error);
// #endregion

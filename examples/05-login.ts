// Log in with actions, take a picture, save the session, and scrape a page that needs it.
// It takes Chromium and puppeteer: apt-get install chromium, npm install puppeteer-core
import { createBrowser } from "dragline/browser";
import { createScraper } from "dragline/scraper";
import { serveMembers } from "./serve-members.ts";

await using site = await serveMembers();
await using browser = createBrowser({}, { allow: ["127.0.0.1"] });

const visit = await browser.visit(site.url("/login"), {
  actions: [
    { type: "click", selector: "[name=user]" },
    { type: "write", text: "ada" },
    { type: "press", key: "Tab" },
    { type: "write", text: "tide" },
    { type: "press", key: "Enter" },
    { type: "wait_for", selector: "h1" },
  ],
  screenshot: true,
  saveState: true,
});
console.log(
  visit.actions.map(({ type, outcome }) => `${type} ${outcome}`).join(", "),
  "at",
  new URL(visit.url).pathname,
);
console.log("a picture of", visit.screenshot?.width, "x", visit.screenshot?.height, "pixels");
console.log("saved:", visit.state?.cookies.map(({ name }) => name).join(", "));

// The state is Playwright's storageState: keep it in a file, or, sealed, in a database.
const sessions = { load: async () => visit.state };
await using scraper = createScraper({ browser, sessions });
const page = await scraper.scrape(site.url("/tides"), { sessionId: "ada", main: true });
console.log(page.status === "completed" ? page.markdown : page.error);

// Without the session the same page says something else; HTTP alone is enough to see it.
const guest = await browser.visit(site.url("/tides"));
console.log("as a guest:", new URL(guest.url).pathname);

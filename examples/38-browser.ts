// Scrape a page whose scripts write it: HTTP first, Chromium where the page needs it.
// It takes Chromium and puppeteer: apt-get install chromium, npm install puppeteer-core
import { runActions } from "dragline/actions";
import { createBrowser } from "dragline/browser";
import { createFetcher } from "dragline/fetcher";
import { createScraper } from "dragline/scraper";
import { createSite } from "dragline/testing";

await using site = await createSite({
  "/": `<!doctype html><title>Tides</title><div id="root"></div><script>
    const show = (text) => (root.innerHTML = "<main><h1>Tides</h1>" + text + "</main>");
    show('<p>High water at six.</p><button id="more">Tomorrow</button>');
    root.onclick = () => show("<p>Tomorrow, high water is at seven.</p>");
  </script>`,
  "/plain": "<!doctype html><title>Ports</title><main><h1>Ports</h1><p>Quay, lock and pier.</main>",
});
await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
await using browser = createBrowser({}, { allow: ["127.0.0.1"] });
await using scraper = createScraper({ fetcher, browser });

// #region auto
for (const path of ["/plain", "/"]) {
  const page = await scraper.scrape(site.url(path), { engine: "auto" });
  if (page.status === "failed") throw new Error(page.error);
  console.log(`${path}: ${page.engine}, ${page.engineReason}`);
  console.log(page.markdown);
}
// #endregion

// #region actions
const page = await scraper.scrape(site.url("/"), {
  formats: ["markdown", "screenshotFullPage"],
  actions: [
    { type: "click", selector: "#more" },
    { type: "click", selector: "#not-there" },
  ],
});
if (page.status === "failed") throw new Error(page.error);
console.log(page.markdown);
for (const { type, outcome } of page.actions ?? []) console.log(type, outcome);
console.log(page.screenshotFullPage?.width, "pixels wide");
// #endregion

// #region lease
await using lease = await browser.lease();
await lease.page.goto(site.url("/"));
const reports = await runActions(lease.page, [{ type: "wait_for", selector: "#more" }]);
console.log(reports[0]?.type, reports[0]?.outcome, new URL(lease.page.url()).pathname);
// #endregion

// The same route in an Express app, beside the app's own routes.
import { createServer } from "node:http";
import express from "express";
import { createScraper } from "dragline/scraper";
import { listen } from "./listen.ts";
import { scrapeRoute } from "./scrape-route.ts";

await using scraper = createScraper({}, { timeoutMs: 20_000, threads: 2 });

// #region app
const app = express();
app.get("/", (_, response) => response.send("the app's own page"));
app.get("/scrape", scrapeRoute(scraper));
// #endregion

await using site = await listen(createServer(app));
for (const path of ["/", "/scrape?url=ftp://example.com/"]) {
  const answer = await fetch(site.url(path));
  console.log(answer.status, await answer.text());
}

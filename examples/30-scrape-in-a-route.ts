// Scrape the page that a client names, in a route of a web server of one's own.
import { createServer, get } from "node:http";
import { createFetcher } from "dragline/fetcher";
import { createScraper } from "dragline/scraper";
import { createSite } from "dragline/testing";
import { listen } from "./listen.ts";
import { scrapeRoute } from "./scrape-route.ts";

const left = Promise.withResolvers<void>();
await using pages = await createSite({
  "/tides": "<nav><a href=/>Home</a></nav><main><h1>Tides</h1><p>High water at six, at all quays.",
  "/slow": () => {}, // never answers
  "/left": (_, response) => response.once("close", left.resolve),
});

// #region start
await using scraper = createScraper({}, { timeoutMs: 20_000, threads: 2 });
const server = createServer(scrapeRoute(scraper));
// #endregion
await using route = await listen(server);

async function ask(path: string): Promise<string> {
  const answer = await fetch(path);
  return `${answer.status} ${await answer.text()}`;
}
const at = (url: string): string => route.url(`/scrape?url=${encodeURIComponent(url)}`);

console.log(await ask(route.url("/scrape")));
console.log(await ask(at("http://169.254.169.254/latest/meta-data/")));
console.log(await ask(at(pages.url("/tides"))));

// The same for pages on this machine, which are refused unless a fetcher of yours allows them.
await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
await using local = createScraper({ fetcher }, { timeoutMs: 500 });
await using routeOfLocal = await listen(createServer(scrapeRoute(local, 1)));
const here = (path: string): string =>
  routeOfLocal.url(`/scrape?url=${encodeURIComponent(pages.url(path))}`);
console.log(await ask(here("/tides")));
console.log(await ask(here("/missing")));
console.log(await ask(here("/slow")));

// A client that leaves takes its scrape with it, and makes room for the next.
const leaving = get(here("/left")).on("error", () => {});
await pages.seen("/left");
console.log(await ask(here("/tides")));
leaving.destroy();
await left.promise;
console.log(await ask(here("/tides")));

// What happens inside: the duration of every attempt at a URL, and every scrape that failed.
import { tracingChannel } from "node:diagnostics_channel";
import { createFetcher } from "dragline/fetcher";
import { createScraper } from "dragline/scraper";
import { createSite } from "dragline/testing";

await using site = await createSite({
  "/moved": { status: 301, headers: { location: "/prices" } },
  "/prices": "<title>Prices</title><h1>Opal lamp</h1>",
});

// #region subscribe
const started = new WeakMap<object, number>();
tracingChannel("dragline:fetcher:attempt").subscribe({
  start: (event) => void started.set(event, performance.now()),
  asyncEnd(event) {
    const ms = performance.now() - (started.get(event) ?? 0);
    const { url, attempt } = event as { url: string; attempt: number };
    console.log(new URL(url).pathname, "attempt", attempt, ms >= 0 ? "measured" : "");
  },
  end() {},
  asyncStart() {},
  error() {},
});
// #endregion

// #region result
tracingChannel("dragline:scraper:scrape").subscribe({
  asyncEnd(event) {
    const { url, result } = event as { url: string; result?: { status: string; code?: string } };
    console.log("scraped", new URL(url).pathname, result?.status, result?.code ?? "");
  },
  start() {},
  end() {},
  asyncStart() {},
  error() {},
});
// #endregion

await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
await using scraper = createScraper({ fetcher });
await scraper.scrape(site.url("/moved"), { formats: ["markdown"] });
await scraper.scrape(site.url("/gone"), { formats: ["markdown"] });

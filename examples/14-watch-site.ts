// Watch the pages of a site and tell a webhook of changes: signed, and never lost. The event is
// stored in the same step as the change, so that a process that is killed sends it when it is back.
import { createServer } from "node:http";
import { createCrawler } from "dragline/crawler";
import { createFetcher } from "dragline/fetcher";
import { createAcquirer, createMonitors, type CheckLedger } from "dragline/monitor";
import { createScraper } from "dragline/scraper";
import { MemoryRecords } from "dragline/storage/memory";
import { createSite, type SiteRoute } from "dragline/testing";
import { createReceiver, createWebhooks, toNodeListener } from "dragline/webhooks";
import { listen } from "./listen.ts";

const pages: Record<string, SiteRoute> = {
  "/": `<h1>Harbour</h1><a href="/tides">Tides</a> <a href="/boats">Boats</a>`,
  "/tides": "<h1>Tides</h1><p>High at six.</p>",
  "/boats": "<h1>Boats</h1><p>The Ada, the Grace.</p>",
};
await using site = await createSite(pages);

// The receiver's side: it knows the secret, and is called only for what is rightly signed.
const secret = "whsec_for-the-example";
const received = Promise.withResolvers<void>();
const receiver = createReceiver({
  secrets: [secret],
  onDelivery: ({ event, body }) => {
    const { pages: changed, stats } = JSON.parse(new TextDecoder().decode(body));
    console.log("received", event, stats);
    for (const [what, urls] of Object.entries<string[]>(changed)) {
      for (const url of urls) console.log(" ", what, new URL(url).pathname);
    }
    received.resolve();
  },
});
await using hooks = await listen(createServer(toNodeListener(receiver)));

// The watcher's side. Monitors and webhooks share one store.
const records = new MemoryRecords();
await using webhooks = createWebhooks({ records }, { allow: ["127.0.0.1"] });
const to = [{ url: hooks.url("/changes"), secret }];

const ledger: CheckLedger = {
  begin: async () => ({ credits: 0, operations: [], refusal: "" }),
  end: async ({ monitor, change }, { signal }) => {
    if (change?.diff.type !== "site") return { creditsUsed: 0, operations: [], isTold: false };
    const { added, removed, changed, stats } = change.diff;
    const data = {
      monitorId: monitor.id,
      url: monitor.url,
      pages: { added, removed, changed: changed.map(({ url }) => url) },
      stats: { ...stats },
    };
    const event = { account: "ada", type: "monitor.change", data, flat: true, to };
    const { operations } = await webhooks.prepare(event, { signal });
    return { creditsUsed: 0, operations, isTold: true };
  },
  stored: () => webhooks.ring(),
};

await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
await using scraper = createScraper({ fetcher });
await using crawler = createCrawler({ fetcher });
// #region monitor
const acquirer = createAcquirer({ scraper, crawler });
await using monitors = createMonitors({ acquirer, records, ledger });

const { id } = await monitors.add({
  url: site.url("/"),
  scope: "site",
  schedule: { cron: "0 9 * * mon-fri", timezone: "Europe/Berlin" },
});
const first = await monitors.check(id);
console.log(first.status, first.pagesCrawled, "pages");
// #endregion

pages["/tides"] = "<h1>Tides</h1><p>High at seven.</p>";
pages["/"] = `<h1>Harbour</h1><a href="/tides">Tides</a> <a href="/news">News</a>`;
pages["/news"] = "<h1>News</h1><p>The Ada is sold.</p>";

const second = await monitors.check(id);
console.log(second.status, second.pagesCrawled, "pages");

const stop = new AbortController();
const running = webhooks.run({ signal: stop.signal });
await received.promise;

stop.abort();
await running;

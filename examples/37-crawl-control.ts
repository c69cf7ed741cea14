// Stop a crawl, and go on with it later.
import { createCrawler } from "dragline/crawler";
import { createFetcher } from "dragline/fetcher";
import { MemoryRecords } from "dragline/storage/memory";
import { serveGuide } from "./serve-guide.ts";

await using site = await serveGuide();
await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
const records = new MemoryRecords();
await using crawler = createCrawler({ fetcher, records }, { maxConcurrency: 1 });

// #region stop
const crawl = crawler.crawl(site.url("/"), { id: "guide", depth: 2 });
let pages = 0;
for await (const page of crawl) {
  pages += 1;
  console.log(new URL(page.url).pathname, page.status);
  if (pages === 2) crawl.stop(); // the pages under way still come
}
console.log((await crawl.summary).outcome);
// #endregion

// #region again
const rest = crawler.crawl(site.url("/"), { id: "guide", depth: 2 });
for await (const page of rest) console.log(new URL(page.url).pathname, page.status);
const { outcome, counts } = await rest.summary;
console.log(outcome, counts.completed, counts.failed);
// #endregion

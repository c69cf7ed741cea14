import { appendFileSync } from "node:fs";
import { createCrawler } from "dragline/crawler";
import { createFetcher } from "dragline/fetcher";
import { SqliteRecords } from "dragline/storage/sqlite";

// Crawls a site on loopback, writes down every page, and may be killed at any moment.
const [store = "", seed = "", list = "", concurrency = "4"] = process.argv.slice(2);
await using records = new SqliteRecords({}, { path: store });
await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
const options = { threads: 0, maxConcurrency: Number(concurrency), maxPerHost: 8 };
await using crawler = createCrawler({ fetcher, records }, options);
for await (const page of crawler.crawl(seed, { id: "killed", takeOver: true, formats: [] })) {
  appendFileSync(list, `${page.status} ${new URL(page.url).pathname}\n`);
}

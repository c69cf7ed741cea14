import { once } from "node:events";
import { createCrawler } from "dragline/crawler";
import { createFetcher } from "dragline/fetcher";
import { createPostgresRecords } from "dragline/storage/postgres";

// A worker of crawl-workers.ts: says that it is ready, waits for the word, crawls, says how many.
const [connectionString = "", schema = "", seed = "", maxPages = ""] = process.argv.slice(2);
await using records = await createPostgresRecords({}, { connectionString, schema });
await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
await using crawler = createCrawler(
  { fetcher, records },
  { maxConcurrency: 8, maxPerHost: 64, workers: 2 },
);
const go = once(process, "message");
process.send?.("ready");
await go;
let pages = 0;
const call = { id: "bench", formats: [], maxPages: Number(maxPages) } as const;
for await (const page of crawler.crawl(seed, call)) {
  if (page.status === "failed") throw new Error(page.error);
  pages += 1;
}
process.send?.(pages);
process.disconnect();

import { createCrawler } from "dragline/crawler";
import { createFetcher } from "dragline/fetcher";
import { createPostgresRecords } from "dragline/storage/postgres";

// One of several workers on one crawl: tells its parent of every page.
const [url = "", schema = "", seed = "", maxPages = "", maxPerHost = ""] = process.argv.slice(2);
await using records = await createPostgresRecords({}, { connectionString: url, schema });
await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
const options = { threads: 0, maxConcurrency: 8, maxPerHost: Number(maxPerHost), workers: 3 };
await using crawler = createCrawler({ fetcher, records }, options);
const call = { id: "shared", formats: [], maxPages: Number(maxPages) } as const;
const crawl = crawler.crawl(seed, call);
for await (const page of crawl) process.send?.({ path: new URL(page.url).pathname });
process.send?.({ counts: (await crawl.summary).counts });
process.disconnect();

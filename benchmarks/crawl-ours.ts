import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCrawler, type CrawlFormat } from "dragline/crawler";
import { createFetcher } from "dragline/fetcher";
import type { Records } from "dragline/storage";
import { SqliteRecords } from "dragline/storage/sqlite";
import { CONCURRENCY, type Crawlers } from "./crawling.ts";

/** Our crawls: of links alone, or with markdown of every page. */
export const crawlers: Crawlers = {
  dragline: (seed) => ours(seed, []),
  "dragline, SQLite": (seed) => onSqlite((records) => ours(seed, [], records)),
  "dragline, markdown": (seed) => ours(seed, ["markdown"]),
};

async function ours(
  seed: string,
  formats: readonly CrawlFormat[],
  records?: Records,
): Promise<number> {
  await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
  await using crawler = createCrawler({ fetcher, records }, { maxPerHost: CONCURRENCY });
  let pages = 0;
  for await (const page of crawler.crawl(seed, { formats })) {
    if (page.status === "failed") throw new Error(`${page.url}: ${page.error}`);
    if (formats.length > 0 && (page.markdown ?? "") === "") throw new Error("no markdown came");
    pages += 1;
  }
  return pages;
}

/** Durable as SQLite is by default: every commit is on the disk. */
async function onSqlite(crawl: (records: Records) => Promise<number>): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "dragline-bench-"));
  const records = new SqliteRecords({}, { path: join(folder, "crawl.sqlite") });
  try {
    return await crawl(records);
  } finally {
    await records.close();
    await rm(folder, { recursive: true });
  }
}

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createCrawler,
  type CrawlCall,
  type CrawlPage,
  type CrawlSummary,
  type CrawlerOptions,
} from "dragline/crawler";
import { createFetcher } from "dragline/fetcher";
import type { Records } from "dragline/storage";
import { SqliteRecords } from "dragline/storage/sqlite";

/** What a crawl gave from beginning to end. */
export interface WholeCrawl {
  readonly pages: readonly CrawlPage[];
  readonly summary: CrawlSummary;
}

/** Where a crawl's URLs are kept. */
export type FrontierKind = "memory" | "SQLite";

/** How a crawl is run. */
export interface WholeOptions extends CrawlerOptions {
  /** @default "memory" */
  readonly frontier?: FrontierKind;
  /** Of the fetcher. */
  readonly maxBytes?: number;
}

/** One worker's part in a crawl. */
export interface Work {
  readonly seed: string;
  readonly call: CrawlCall;
  readonly options?: Omit<WholeOptions, "frontier">;
}

/** Crawls a site on loopback, links alone unless `call` says otherwise, and takes every page. */
export async function crawlWhole(
  seed: string,
  call: CrawlCall,
  { frontier = "memory", ...options }: WholeOptions = {},
): Promise<WholeCrawl> {
  await using store = await openStore(frontier);
  return await crawlWith(store.records, { seed, call, options });
}

/** One worker on a crawl whose records are given. */
export async function crawlWith(
  records: Records | undefined,
  { seed, call, options: { maxBytes, ...options } = {} }: Work,
): Promise<WholeCrawl> {
  const limits = maxBytes === undefined ? {} : { maxBytes };
  await using fetcher = createFetcher({}, { allow: ["127.0.0.1"], ...limits });
  await using crawler = createCrawler({ fetcher, records }, { threads: 0, ...options });
  const crawl = crawler.crawl(seed, { formats: [], ...call });
  const pages: CrawlPage[] = [];
  for await (const page of crawl) pages.push(page);
  return { pages, summary: await crawl.summary };
}

/** The records of a frontier; a file of its own for SQLite. */
export async function openStore(
  frontier: FrontierKind,
): Promise<AsyncDisposable & { readonly records: Records | undefined }> {
  if (frontier === "memory") {
    return { records: undefined, [Symbol.asyncDispose]: () => Promise.resolve() };
  }
  const folder = await mkdtemp(join(tmpdir(), "dragline-crawl-"));
  const path = join(folder, "crawl.sqlite");
  const records = new SqliteRecords({}, { path, synchronous: "normal" });
  return {
    records,
    [Symbol.asyncDispose]: async () => {
      await records.close();
      await rm(folder, { recursive: true });
    },
  };
}

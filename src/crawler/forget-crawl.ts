import { checkArgument, signalOf } from "../core/index.ts";
import type { Call, Records } from "../storage/index.ts";
import {
  crawlRows,
  frontierCollections,
  hostRows,
  levelRows,
  urlRows,
} from "./frontier/frontier-collections.ts";
import { Lanes } from "./frontier/lanes.ts";

/** Rows that one step removes; more would hold the store for too long. */
const SLICE = 1000;

/**
 * Removes what records remember of a crawl, in slices; a crawl of that id is then a new one. Nobody
 * may be working on it. Cut short it can be called again; a crawl that is not there is fine.
 * @param id the crawl's `id`
 * @throws StorageError; the signal's reason
 * @example
 * ```ts
 * import { forgetCrawl } from "dragline/crawler";
 * import { SqliteRecords } from "dragline/storage/sqlite";
 *
 * await using records = new SqliteRecords({}, { path: "crawl.sqlite" });
 * await forgetCrawl(records, "guide", { signal: AbortSignal.timeout(60_000) });
 * ```
 */
export async function forgetCrawl(records: Records, id: string, call: Call): Promise<void> {
  signalOf("forgetCrawl(records, id, { signal })", call);
  checkArgument("records of forgetCrawl(records, id, { signal })", records, "records");
  checkArgument("id of forgetCrawl(records, id, { signal })", id, "string");
  await records.ensure(frontierCollections, call);
  const { keys } = new Lanes(id);
  const removals = [
    () => records.remove(urlRows, { where: { key: keys, crawl: id }, limit: SLICE }, call),
    () => records.remove(hostRows, { where: { crawl: id }, limit: SLICE }, call),
    () => records.remove(levelRows, { where: { crawl: id }, limit: SLICE }, call),
    // Last, so that what is cut short does not look like a crawl that was never begun.
    () => records.remove(crawlRows, { where: { id } }, call),
  ];
  for (const remove of removals) while ((await remove()) >= SLICE);
}

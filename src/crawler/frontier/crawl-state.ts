import type { FrontierLimits, FrontierState, HostState } from "../frontier.ts";
import { crawlReasons, type CrawlReason } from "../reason.ts";
import { reasonFields, type CrawlRow } from "./frontier-collections.ts";

/** The row of a crawl that begins. */
export function newCrawl(
  { crawl, seed }: { readonly crawl: string; readonly seed: string },
  { maxPages, depth }: FrontierLimits,
): CrawlRow {
  return {
    id: crawl,
    seed,
    maxPages: maxPages === Infinity ? null : maxPages,
    maxDepth: depth === Infinity ? null : depth,
    finished: false,
    started: 0,
    waiting: 0,
    claimed: 0,
    held: 0,
    occupied: 0,
    ...noneEnded,
  };
}

const noneEnded = Object.freeze({
  completed: 0,
  failed: 0,
  duplicate: 0,
  redirected: 0,
  redirectScope: 0,
  scope: 0,
  excluded: 0,
  nofollow: 0,
  depth: 0,
  limit: 0,
  robots: 0,
  contentType: 0,
  notHttp: 0,
  invalid: 0,
});

/** How a crawl stands by its row. */
export function stateOf(row: CrawlRow, hosts: readonly HostState[]): FrontierState {
  const { waiting, claimed, started, finished } = row;
  const counts: { [R in CrawlReason]?: number } = {};
  let found = waiting + claimed;
  for (const reason of crawlReasons) {
    const count = row[reasonFields[reason]];
    if (count === 0) continue;
    counts[reason] = count;
    found += count;
  }
  return { found, waiting, claimed, started, counts, hosts, finished };
}

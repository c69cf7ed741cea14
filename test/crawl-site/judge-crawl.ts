import type { WholeCrawl } from "./crawl-whole.ts";
import type { Oracle } from "./oracle.ts";
import type { TrapSite } from "./trap-site.ts";

/** What is compared of a crawl that was to have the whole site. */
export interface Account {
  /** By path; those for robots.txt are left out. */
  readonly requests: Readonly<Record<string, number>>;
  /** Paths of the pages that were handed out, sorted. */
  readonly pages: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  readonly found: number;
}

/** What a crawl did. */
export function accountOf(site: TrapSite, { pages, summary }: WholeCrawl): Account {
  const { counts, found } = summary;
  return { requests: sorted(requestsOf(site)), pages: pathsOf(pages, site), counts, found };
}

/** What a right crawl of the whole site does. */
export function rightAccount(oracle: Oracle): Account {
  const counts: Record<string, number> = Object.fromEntries(oracle.refused);
  for (const reason of oracle.settled.values()) counts[reason] = (counts[reason] ?? 0) + 1;
  const { found } = oracle;
  // What is found again is all that is left.
  counts["duplicate"] = found - Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { requests: sorted(oracle.requests), pages: rightPages(oracle), counts, found };
}

/** Paths of the pages that a right crawl hands out, failed ones too; sorted. */
export function rightPages({ settled }: Oracle): string[] {
  const handed = [...settled].filter(([, reason]) => /completed|failed/.test(reason));
  return handed.map(([path]) => path).toSorted();
}

/** Paths of the pages that were handed out, sorted. */
export function pathsOf(pages: WholeCrawl["pages"], site: TrapSite): string[] {
  return pages.map(({ url }) => url.slice(site.seed.length - 1)).toSorted();
}

/** What is wrong with a crawl that ended by itself, limited or not; nothing when it is right. */
export function flawsOf(site: TrapSite, { pages, summary }: WholeCrawl, oracle: Oracle): string[] {
  const flaws = site.outside.map((target) => `outside was asked for ${target}`);
  for (const [path, count] of requestsOf(site)) {
    const right = oracle.requests.get(path) ?? 0;
    if (count > right) flaws.push(`${path} was asked for ${count} times, not ${right}`);
  }
  for (const { url, status } of pages) {
    const path = url.slice(site.seed.length - 1);
    const right = oracle.settled.get(path);
    if (status !== right) flaws.push(`${path} is ${status}, not ${right}`);
  }
  return [...flaws, ...flawsOfSummary(summary)];
}

function flawsOfSummary(summary: WholeCrawl["summary"]): string[] {
  const { outcome, queued, running, done, failed, counts, found } = summary;
  const sum = Object.values(counts).reduce((total, count) => total + count, 0);
  const flaws: string[] = [];
  if (sum !== found) flaws.push(`${sum} reasons for ${found} found`);
  if (outcome !== "finished") flaws.push(`the crawl ${outcome}`);
  if (queued + running > 0) flaws.push(`${queued} wait and ${running} run at the end`);
  if (done !== (counts.completed ?? 0)) flaws.push(`${done} told to be done`);
  if (failed !== (counts.failed ?? 0)) flaws.push(`${failed} told to have failed`);
  return flaws;
}

function requestsOf(site: TrapSite): Map<string, number> {
  const requests = site.counts();
  requests.delete("/robots.txt");
  return requests;
}

function sorted(requests: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...requests].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

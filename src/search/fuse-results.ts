import { checkArgument } from "../core/index.ts";
import type { SearchResult } from "./provider.ts";

/** The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009). */
const K = 60;

/**
 * What a rank in one list counts where several lists are fused.
 * @param rank from 1
 */
export function reciprocalRank(rank: number): number {
  return 1 / (K + rank);
}

/** Results that are one page, as several lists have it. */
interface Page {
  readonly result: SearchResult;
  /** The best rank in each list that has it, from 1. */
  readonly ranks: ReadonlyMap<number, number>;
}

/**
 * One list of several by reciprocal rank fusion (k = 60): what many lists have, and have early, comes
 * first. One page under several addresses (http and https, `www.`, a slash at the end) and pages whose
 * title and snippet are nearly the same are one result: the one with the best rank, completed by the
 * others. A single list without such pages stays as it is.
 * @param lists each with the best first
 * @example
 * ```ts
 * import { fuseResults } from "dragline/search";
 *
 * const one = [{ url: "https://a.example/", title: "A", snippet: "" }];
 * const other = [{ url: "https://b.example/", title: "B", snippet: "" }, ...one];
 * console.log(fuseResults([one, other], 10).map(({ url }) => url));
 * ```
 */
export function fuseResults(
  lists: readonly (readonly SearchResult[])[],
  limit: number,
): readonly SearchResult[] {
  checkArgument("lists of fuseResults(lists, limit)", lists, "array");
  for (const list of lists) checkArgument("a list of fuseResults(lists, limit)", list, "array");
  const pages = byText(byRank(byAddress(lists)));
  return byRank(pages)
    .slice(0, limit)
    .map(({ result }) => result);
}

function byAddress(lists: readonly (readonly SearchResult[])[]): readonly Page[] {
  const pages = new Map<string, Page>();
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  // Rank by rank, so that the best one gives a page its address and texts.
  for (let rank = 1; rank <= longest; rank++) {
    for (const [list, results] of lists.entries()) {
      const result = results[rank - 1];
      if (result === undefined) continue;
      const key = addressKey(result.url);
      const page: Page = { result, ranks: new Map([[list, rank]]) };
      const known = pages.get(key);
      pages.set(key, known === undefined ? page : joined(known, page));
    }
  }
  return [...pages.values()];
}

/** What an address is without scheme, `www.` and the slash at its end. */
export function addressKey(url: string): string {
  const { host, pathname, search } = new URL(url);
  return `${host.replace(/^www\./, "")}${pathname.replace(/\/$/, "")}${search}`;
}

function joined(one: Page, two: Page): Page {
  const ranks = new Map(one.ranks);
  for (const [list, rank] of two.ranks) ranks.set(list, Math.min(ranks.get(list) ?? rank, rank));
  return { result: completed(one.result, two.result), ranks };
}

function completed(one: SearchResult, two: SearchResult): SearchResult {
  const date = one.date ?? two.date;
  const lastUpdated = one.lastUpdated ?? two.lastUpdated;
  return {
    url: one.url,
    title: one.title === "" ? two.title : one.title,
    snippet: one.snippet === "" ? two.snippet : one.snippet,
    ...(date !== undefined && { date }),
    ...(lastUpdated !== undefined && { lastUpdated }),
  };
}

function byRank(pages: readonly Page[]): readonly Page[] {
  const scored = pages.map((page) => ({ page, score: scoreOf(page) }));
  // Sorting is stable: among equals, what came first stays first.
  return scored.sort((one, two) => two.score - one.score).map(({ page }) => page);
}

function scoreOf({ ranks }: Page): number {
  // From the smallest on, so that the order of the lists is no matter.
  const parts = [...ranks.values()].map(reciprocalRank).sort((one, two) => one - two);
  return parts.reduce((sum, part) => sum + part, 0);
}

/** Pages with nearly the same text are one: that of the best score. */
function byText(pages: readonly Page[]): readonly Page[] {
  const kept: { page: Page; readonly print: Fingerprint | undefined }[] = [];
  for (const page of pages) {
    const print = fingerprintOf(page.result);
    const twin = kept.find((other) => areTwins(other.print, print));
    if (twin === undefined) kept.push({ page, print });
    else twin.page = joined(twin.page, page);
  }
  return kept.map(({ page }) => page);
}

/** What a text consists of, to be compared. */
interface Fingerprint {
  /** Four letters or digits each, without what is between words. */
  readonly grams: ReadonlySet<string>;
  /** All numbers, in order: they may be all that sets two pages apart. */
  readonly numbers: string;
}

/** Letters of title and snippet that are compared. */
const COMPARED = 400;
/** Letters of a part that is compared. */
const GRAM = 4;
/** Parts that a text must have to be told apart by. */
const FEWEST_GRAMS = 60;
/** Of all parts of two texts, the part that both have when they are nearly the same. */
const SAME = 0.9;

/** Undefined for a text that is too short to say which page it is. */
function fingerprintOf({ title, snippet }: SearchResult): Fingerprint | undefined {
  const text = `${title} ${snippet}`.normalize("NFKC").toLowerCase();
  const letters = text.replace(/[^\p{L}\p{N}]+/gu, "").slice(0, COMPARED);
  const grams = new Set<string>();
  for (let start = 0; start + GRAM <= letters.length; start++) {
    grams.add(letters.slice(start, start + GRAM));
  }
  if (grams.size < FEWEST_GRAMS) return undefined;
  return { grams, numbers: (text.match(/\p{N}+/gu) ?? []).join(" ") };
}

/** Whether two texts share nearly all (the Jaccard index of their parts), and every number. */
function areTwins(one: Fingerprint | undefined, two: Fingerprint | undefined): boolean {
  if (one === undefined || two === undefined || one.numbers !== two.numbers) return false;
  const small = Math.min(one.grams.size, two.grams.size);
  const large = Math.max(one.grams.size, two.grams.size);
  if (small < large * SAME) return false;
  let shared = 0;
  for (const gram of one.grams) if (two.grams.has(gram)) shared += 1;
  return shared >= SAME * (one.grams.size + two.grams.size - shared);
}

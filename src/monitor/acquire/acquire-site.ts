import { canonicalUrl } from "../../core/index.ts";
import { createScope } from "../../mapper/index.ts";
import { acquireFailure, cutOff } from "./acquire-failure.ts";
import type { SiteCrawler, WalkedPage } from "./acquire-ports.ts";
import type {
  AcquiredPage,
  AcquireFailure,
  SitePage,
  SiteRequest,
  SiteSummary,
} from "./acquirer.ts";

/** Globs that a crawler takes, and characters of one. */
const MOST_GLOBS = 100;
const LONGEST_GLOB = 500;

/** Statuses of pages that are gone: their links are then no links of the site. */
const gone: ReadonlySet<number | undefined> = new Set([404, 410]);

/**
 * Walks a site from its start page, then from the other starts among its patterns; pages that were
 * had are not asked for again.
 * @throws the signal's reason; what the crawler throws
 */
export async function* acquireSite(
  crawler: SiteCrawler,
  request: SiteRequest,
  signal: AbortSignal,
): AsyncGenerator<SitePage, SiteSummary> {
  const walk = new SiteWalk(crawler, request, signal);
  for (const start of startsOf(request)) yield* walk.from(start);
  return { truncated: walk.truncated };
}

/** The start page, and each full URL of the site without wildcards among the patterns. */
function startsOf({ url, includePatterns }: SiteRequest): readonly string[] {
  const scope = createScope(url);
  const others = includePatterns.filter(
    (pattern) =>
      /^https?:\/\/[^*?]+$/i.test(pattern) &&
      URL.canParse(pattern) &&
      scope.includes(new URL(pattern).href),
  );
  return [...new Set([url, ...others].map((start) => canonicalUrl(start)))];
}

/** What was had of a site so far. */
class SiteWalk {
  truncated = false;
  readonly #crawler: SiteCrawler;
  readonly #request: SiteRequest;
  readonly #signal: AbortSignal;
  readonly #excluded: ReadonlySet<string>;
  /** URLs of pages that came, the excluded ones included. */
  readonly #known = new Set<string>();
  #left: number;

  constructor(crawler: SiteCrawler, request: SiteRequest, signal: AbortSignal) {
    this.#crawler = crawler;
    this.#request = request;
    this.#signal = signal;
    this.#excluded = new Set(request.excludedUrls.map((url) => canonicalUrl(url)));
    this.#left = request.maxPages;
  }

  async *from(start: string): AsyncGenerator<SitePage, void> {
    if (this.#known.has(start)) return;
    if (this.#left === 0) {
      this.truncated = true;
      return;
    }
    const isFirst = this.#known.size === 0;
    const walk = this.#crawler.crawl(start, this.#call());
    for await (const page of walk) {
      if (this.#known.has(page.url)) continue;
      if (this.#left === 0) {
        this.truncated = true;
        return;
      }
      this.#known.add(page.url);
      // The links of a page that was dropped by hand are those of the site all the same.
      if (this.#excluded.has(page.url)) continue;
      this.#left--;
      yield this.#shown(page);
    }
    const { outcome, counts } = await walk.summary;
    if (outcome === "stopped" || (counts.limit ?? 0) > 0) this.truncated = true;
    if (isFirst && this.#known.size === 0) yield { url: start, ...withoutPages(counts) };
  }

  #call() {
    const { maxDepth, includePatterns, excludePatterns, country } = this.#request;
    const known = [...this.#known].filter(
      (url) => !url.includes("*") && url.length <= LONGEST_GLOB,
    );
    const room = Math.max(0, MOST_GLOBS - excludePatterns.length);
    return {
      formats: ["html"] as const,
      maxPages: this.#left + this.#excluded.size,
      depth: maxDepth,
      include: includePatterns,
      exclude: [...excludePatterns, ...known.slice(0, room)],
      country: country ?? undefined,
      signal: this.#signal,
    };
  }

  #shown(page: WalkedPage): SitePage {
    const outcome = outcomeOf(page);
    // Where its links lead is not known then.
    const isGone = page.status === "failed" && gone.has(page.statusCode);
    if (outcome.status === "failed" && !isGone) this.truncated = true;
    return { url: page.url, ...outcome };
  }
}

function outcomeOf(page: WalkedPage): AcquiredPage | AcquireFailure {
  if (page.status === "failed") return acquireFailure(page, page.statusCode);
  if (page.truncated) return cutOff;
  return { status: "completed", finalUrl: page.url, html: page.html ?? "" };
}

/** Why a site has no page, not even one that failed. */
function withoutPages(
  counts: Readonly<Partial<Record<"robots" | "content-type", number>>>,
): AcquireFailure {
  if (counts.robots !== undefined) {
    return acquireFailure({ code: "ROBOTS", error: "disallowed by robots.txt" });
  }
  if (counts["content-type"] !== undefined) {
    return acquireFailure({ code: "UNSUPPORTED_TYPE", error: "the start page is not HTML" });
  }
  return acquireFailure({ code: "REDIRECTS", error: "the start page redirects to another site" });
}

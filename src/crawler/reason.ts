import type { LinkRefusal } from "../mapper/index.ts";

/** Why a URL was not taken up when it was found. */
export type FoundReason =
  | LinkRefusal
  /** It is known already, under this spelling or another. */
  | "duplicate"
  /** It is further from the seed than `depth` allows. */
  | "depth"
  /** There are as many URLs already as `maxPages` can want. */
  | "limit";

/** How a URL that was taken up ended. */
export type SettledReason =
  /** Fetched and handed out. */
  | "completed"
  /** Could not be loaded; handed out as a failed page. */
  | "failed"
  /** robots.txt does not allow it. */
  | "robots"
  /** Its media type is not among the wanted ones. */
  | "content-type"
  /** It redirects; the target was judged as a found URL of its own. */
  | "redirected"
  /** It redirects to what is not in scope or excluded. */
  | "redirect-scope"
  /** Its content, or the canonical URL that it names, was had under another URL; by option. */
  | "duplicate"
  /** The crawl had its `maxPages` before this one's turn came. */
  | "limit";

/** The reason code of a URL; every URL that a crawl finds ends with exactly one. */
export type CrawlReason = FoundReason | SettledReason;

/** Every reason code. */
export const crawlReasons = Object.freeze([
  "completed",
  "failed",
  "duplicate",
  "redirected",
  "redirect-scope",
  "scope",
  "excluded",
  "nofollow",
  "depth",
  "limit",
  "robots",
  "content-type",
  "not-http",
  "invalid",
] as const satisfies readonly CrawlReason[]);

/** How many URLs ended in which way. */
export type ReasonCounts = { readonly [R in CrawlReason]?: number };

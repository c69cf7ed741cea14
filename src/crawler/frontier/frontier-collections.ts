import { collection, type Row } from "../../storage/index.ts";
import type { CrawlReason } from "../reason.ts";

/** Crawls. Every step of a worker changes its crawl's row first, so that steps come one by one. */
export const crawlRows = collection({
  name: "crawls",
  fields: {
    id: "string",
    seed: "string",
    // None: without end.
    maxPages: "number?",
    maxDepth: "number?",
    finished: "boolean",
    // URLs that count against maxPages, that wait, and that are claimed.
    started: "number",
    waiting: "number",
    claimed: "number",
    // The waiting ones among those that count against maxPages.
    held: "number",
    // The started and the waiting ones: by it is told whether there is room for more.
    occupied: "number",
    // How URLs ended.
    completed: "number",
    failed: "number",
    duplicate: "number",
    redirected: "number",
    redirectScope: "number",
    scope: "number",
    excluded: "number",
    nofollow: "number",
    depth: "number",
    limit: "number",
    robots: "number",
    contentType: "number",
    notHttp: "number",
    invalid: "number",
  },
  key: ["id"],
});

/** The field of {@link crawlRows} that counts a reason. */
export const reasonFields = Object.freeze({
  completed: "completed",
  failed: "failed",
  duplicate: "duplicate",
  redirected: "redirected",
  "redirect-scope": "redirectScope",
  scope: "scope",
  excluded: "excluded",
  nofollow: "nofollow",
  depth: "depth",
  limit: "limit",
  robots: "robots",
  "content-type": "contentType",
  "not-http": "notHttp",
  invalid: "invalid",
} as const satisfies Record<CrawlReason, keyof typeof crawlRows.fields>);

/** How the hosts of crawls stand. */
export const hostRows = collection({
  name: "crawl_hosts",
  fields: {
    crawl: "string",
    host: "string",
    // URLs that wait; of these, those that were claimed before; of these, those that are not due.
    waiting: "number",
    held: "number",
    delayed: "number",
    // Not after the first of the delayed ones is due; a time that never comes when there are none.
    dueAt: "number",
    // Counts changes of the delayed ones.
    turns: "number",
    // URLs that are claimed.
    active: "number",
    lastStart: "number",
    pausedUntil: "number",
  },
  key: ["crawl", "host"],
  indexes: [["crawl"]],
});

/** How many URLs of a crawl are open at a depth; kept for crawls of a finite depth, while there are any. */
export const levelRows = collection({
  name: "crawl_levels",
  fields: { crawl: "string", depth: "number", open: "number" },
  key: ["crawl", "depth"],
  indexes: [["crawl"]],
});

/** Every URL that was taken up. */
export const urlRows = collection({
  name: "crawl_urls",
  fields: {
    // The hash of the crawl, and that of crawl and URL.
    key: "string",
    crawl: "string",
    url: "string",
    depth: "number",
    // Place in the order of discovery.
    seq: "number",
    hops: "number",
    from: "string?",
    // Where an open URL stands; none when it is settled.
    lane: "string?",
    // When the lease of its claim ends, or when it is due again.
    until: "number",
    // Of the last claim; 0 before the first.
    attempt: "number",
    reason: "string?",
  },
  key: ["key"],
  indexes: [["lane", "depth", "seq"]],
});

/** Everything that a frontier keeps. */
export const frontierCollections = Object.freeze([crawlRows, hostRows, levelRows, urlRows]);

/** A row of {@link crawlRows}. */
export type CrawlRow = Row<typeof crawlRows>;
/** A row of {@link hostRows}. */
export type HostRow = Row<typeof hostRows>;
/** A row of {@link urlRows}. */
export type UrlRow = Row<typeof urlRows>;

import { documentBase } from "../address/base-url.ts";
import { tagIds } from "../scan/tags.ts";
import type { Tree } from "../tree/tree.ts";
import { absolute, plainLine } from "./feed-text.ts";

/** A feed that a page names. */
export interface FeedLink {
  readonly url: string;
  readonly type: string;
  /** Empty without one. */
  readonly title: string;
}

const TYPES: ReadonlySet<string> = new Set([
  "application/rss+xml",
  "application/atom+xml",
  "application/feed+json",
  "application/rdf+xml",
]);

const MOST_LINKS = 20;

/**
 * The feeds that a page names by `link rel=alternate`, in document order, each once; at most 20.
 * @example
 * ```ts
 * import { findFeeds, parse } from "dragline/html";
 *
 * const tree = parse('<link rel="alternate" type="application/rss+xml" href="/feed">');
 * console.log(findFeeds(tree, "https://site.example/")[0]?.url);
 * ```
 */
export function findFeeds(tree: Tree, url: string): FeedLink[] {
  const base = documentBase(tree, url) ?? url;
  const found = new Map<string, FeedLink>();
  let node = tree.firstOfTag(tagIds.link);
  for (; node !== 0 && found.size < MOST_LINKS; node = tree.nextOfTag(node)) {
    const rel = (tree.attribute(node, "rel") ?? "").toLowerCase().split(/\s+/, 20);
    const type = (tree.attribute(node, "type") ?? "").trim().toLowerCase();
    if (!rel.includes("alternate") || !TYPES.has(type)) continue;
    const target = absolute(tree.attribute(node, "href"), base);
    const title = plainLine(tree.attribute(node, "title") ?? "");
    if (target !== undefined && !found.has(target)) found.set(target, { url: target, type, title });
  }
  return [...found.values()];
}

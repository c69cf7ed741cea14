import { isHidden } from "./is-hidden.ts";
import { tagIds } from "./tags.ts";
import type { NodeId, Tree } from "./tree.ts";

/** Elements that are looked at. */
const MOST_TIMES = 100;

/**
 * The time that the page shows as that of its publication: of the first `time` that is marked so
 * (`itemprop=datePublished`, `pubdate`), else of the first one in the `article` or `main` that holds
 * a heading of the page; in others it is that of a teaser.
 * @param headings the page's `h1` elements
 */
export function shownTime(tree: Tree, headings: readonly NodeId[]): string | undefined {
  const times = timesOf(tree);
  if (times.length === 0) return undefined;
  const titled = new Set(headings.map((heading) => contentAround(tree, heading)));
  titled.delete(0);
  const marked = times.find((node) => isMarked(tree, node));
  const found = marked ?? times.find((node) => titled.has(contentAround(tree, node)));
  return found === undefined ? undefined : tree.attribute(found, "datetime");
}

function timesOf(tree: Tree): NodeId[] {
  const found: NodeId[] = [];
  let node = tree.firstOfTag(tagIds.time);
  for (; node !== 0 && found.length < MOST_TIMES; node = tree.nextOfTag(node)) {
    if (tree.attribute(node, "datetime") === undefined) continue;
    if (!isHidden(tree, node)) found.push(node);
  }
  return found;
}

function isMarked(tree: Tree, time: NodeId): boolean {
  if (tree.attribute(time, "pubdate") !== undefined) return true;
  return /(?:^|\s)datepublished(?:\s|$)/i.test(tree.attribute(time, "itemprop") ?? "");
}

/** The nearest `article` or `main`; 0 outside of them. */
function contentAround(tree: Tree, node: NodeId): NodeId {
  let at = tree.parent(node);
  while (at !== 0 && !CONTENT.has(tree.tag(at))) at = tree.parent(at);
  return at;
}

const CONTENT = new Set<number>([tagIds.article, tagIds.main]);

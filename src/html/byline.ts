import { nodeText } from "./page-facts.ts";
import { tagIds } from "./tags.ts";
import { NodeKind, type NodeId, type Tree } from "./tree.ts";

/** Longest text that is taken for the names of authors. */
const LONGEST = 100;

/** Elements that are asked for their text; a page without a byline among them has none. */
const MOST_CANDIDATES = 200;

const NAMED = /byline|author|writtenby|p-author/i;

/**
 * Who wrote the page by what it shows: the first element with `rel=author` or `itemprop=author`,
 * else one whose class or id says so.
 */
export function findByline(tree: Tree): string | undefined {
  let named: string | undefined;
  let candidates = 0;
  for (let node = 1; node < tree.size && candidates < MOST_CANDIDATES; node++) {
    if (tree.kind(node) !== NodeKind.element || !tree.hasAttributes(node)) continue;
    const marked = isMarked(tree, node);
    if (!marked && (named !== undefined || !isNamed(tree, node))) continue;
    candidates++;
    const text = authorText(tree, node);
    if (text === "" || text.length >= LONGEST) continue;
    if (marked) return text;
    named = text;
  }
  return named;
}

function isMarked(tree: Tree, node: NodeId): boolean {
  if (tree.attribute(node, "rel")?.toLowerCase() === "author") return true;
  return tree.attribute(node, "itemprop")?.toLowerCase() === "author";
}

function isNamed(tree: Tree, node: NodeId): boolean {
  const tag = tree.tag(node);
  if (tag === tagIds.body || tag === tagIds.html || tag === tagIds.meta) return false;
  return NAMED.test(`${tree.attribute(node, "class") ?? ""} ${tree.attribute(node, "id") ?? ""}`);
}

/** The text of the element; of the name in it when it is marked as one. */
function authorText(tree: Tree, node: NodeId): string {
  for (let child = tree.firstChild(node); child !== 0; child = tree.nextSibling(child)) {
    if (tree.attribute(child, "itemprop")?.toLowerCase() === "name") {
      return tree.attribute(child, "content") ?? nodeText(tree, child);
    }
  }
  return nodeText(tree, node);
}

import { AttributeCursor } from "./attributes.ts";
import { isHidden } from "./is-hidden.ts";
import { nodeText } from "./page-facts.ts";
import { tagIds } from "./tags.ts";
import { NodeKind, type NodeId, type Tree } from "./tree.ts";

/** Longest text that is taken for the names of authors. */
const LONGEST = 100;

/** Elements that are asked for their text; a page without a byline among them has none. */
const MOST_CANDIDATES = 100;

/** What a class or id says where the author is named; authorisation and authorities are not. */
const NAMED = /byline|author(?!i[sz]|ed)|writtenby/i;
/** A part of each of these words, for a quick search: it takes two thirds of the time for all. */
const SIGNS = /uthor|yline|rittenby/gi;

/** `rel` and `itemprop` hold several words. */
const MARKED = /(?:^|\s)author(?:\s|$)/i;

/** Where a reader names himself, and not the page's author. */
const COMMENT = /comment|repl(?:y|ies)/i;

/**
 * Who wrote the page by what it shows: the text of the first element with `rel=author` or
 * `itemprop=author`, or whose class or id says so; not what is hidden or in the readers' comments.
 */
export function findByline(tree: Tree): string | undefined {
  let left = MOST_CANDIDATES;
  for (const node of tagsThatSay(tree, SIGNS)) {
    if (!namesAuthor(tree, node)) continue;
    if (left-- === 0) break;
    const text = authorText(tree, node);
    if (text !== "" && text.length < LONGEST && !isHidden(tree, node) && !isComment(tree, node)) {
      return text;
    }
  }
  return undefined;
}

/**
 * The elements in whose start tag the pattern is found. The source is searched in one go, which
 * costs a tenth of asking every element for its attributes.
 */
function* tagsThatSay(tree: Tree, pattern: RegExp): Generator<NodeId> {
  let found = searchFrom(tree.source, pattern, 0);
  for (let node = 1; node < tree.size && found !== -1; node++) {
    if (tree.kind(node) !== NodeKind.element) continue;
    const start = tree.start(node);
    if (found < start) found = searchFrom(tree.source, pattern, start);
    if (found >= start && found < tree.end(node)) yield node;
  }
}

function searchFrom(source: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(source)?.index ?? -1;
}

function namesAuthor(tree: Tree, node: NodeId): boolean {
  const tag = tree.tag(node);
  if (tag === tagIds.body || tag === tagIds.html || tag === tagIds.meta) return false;
  const cursor = new AttributeCursor(tree.tagRange(node));
  while (cursor.next()) {
    if (cursor.isNamed("class") || cursor.isNamed("id")) {
      if (NAMED.test(cursor.value())) return true;
    } else if (cursor.isNamed("rel") || cursor.isNamed("itemprop")) {
      if (MARKED.test(cursor.value())) return true;
    }
  }
  return false;
}

function isComment(tree: Tree, node: NodeId): boolean {
  for (let at = node; at !== 0; at = tree.parent(at)) {
    const tag = tree.tag(at);
    if (tag === tagIds.body || tag === tagIds.article || tag === tagIds.main) return false;
    const named = `${tree.attribute(at, "class") ?? ""} ${tree.attribute(at, "id") ?? ""}`;
    if (COMMENT.test(named)) return true;
  }
  return false;
}

/** Nodes in a byline that are looked at for a name. */
const MOST_INSIDE = 200;

/** The text of the element; of what in it is marked as the name (schema.org Person). */
function authorText(tree: Tree, node: NodeId): string {
  const named = nameIn(tree, node);
  if (named === 0) return nodeText(tree, node);
  return tree.attribute(named, "content") ?? nodeText(tree, named);
}

/** The first element below the node with `itemprop=name`; 0 without one. */
function nameIn(tree: Tree, root: NodeId): NodeId {
  let node = tree.firstChild(root);
  for (let seen = 0; node !== 0 && seen < MOST_INSIDE; seen++) {
    if (tree.attribute(node, "itemprop")?.toLowerCase() === "name") return node;
    let next = tree.firstChild(node);
    while (next === 0 && node !== root) {
      next = tree.nextSibling(node);
      if (next === 0) node = tree.parent(node);
    }
    node = next;
  }
  return 0;
}

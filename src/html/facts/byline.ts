import { attributeIds } from "../scan/attribute-names.ts";
import { authorName, authorNames } from "./author-names.ts";
import { isComment } from "../tree/is-comment.ts";
import { isHidden } from "../tree/is-hidden.ts";
import { shownLines } from "./shown-lines.ts";
import { tagIds } from "../scan/tags.ts";
import type { NodeId, Tree } from "../tree/tree.ts";

/** Elements that are asked for their text; a page without a byline among them has none. */
const MOST_CANDIDATES = 100;

/** What a class or id says where the author is named; authorisation and authorities are not. */
const NAMED = /byline|author(?!i[sz]|ed)|writtenby/i;
/** `rel` and `itemprop` hold several words. */
const MARKED = /(?:^|\s)author(?:\s|$)/i;

/** By number of an attribute: what it says where the author is named. */
const SIGNS: (RegExp | undefined)[] = [];
SIGNS[attributeIds.class] = SIGNS[attributeIds.id] = NAMED;
SIGNS[attributeIds.rel] = SIGNS[attributeIds.itemprop] = MARKED;

const AMPERSAND = 38;
/** Makes a letter lower case. */
const CASE = 32;
const LOWER_H = 104;
const LOWER_L = 108;
const LOWER_T = 116;
const LOWER_Y = 121;

/** What of an author is marked that is not the name. */
const BESIDE_NAME =
  /author[\w-]*(?:avatar|bio|desc|image|img|job|photo|pic|position|role|social|thumb|title)/i;

/**
 * Who wrote the page by what it shows: the name in the first element with `rel=author` or
 * `itemprop=author`, or whose class or id says so; not what is hidden or in the readers' comments.
 */
export function findByline(tree: Tree): string | undefined {
  let left = MOST_CANDIDATES;
  for (let node = 1; node < tree.size; node++) {
    if (!namesAuthor(tree, node)) continue;
    if (left-- === 0) break;
    if (isHidden(tree, node) || isComment(tree, node)) continue;
    const name = authorIn(tree, node);
    if (name !== undefined) return name;
  }
  return undefined;
}

function namesAuthor(tree: Tree, node: NodeId): boolean {
  const { attributeTable, codes } = tree;
  for (let at = tree.firstAttribute(node); at !== 0; at = attributeTable.next(at)) {
    const sign = SIGNS[attributeTable.id(at)];
    if (sign === undefined) continue;
    if (!mayNameAuthor(codes, attributeTable.valueStart(at), attributeTable.valueEnd(at))) continue;
    const value = attributeTable.value(at);
    if (sign.test(value)) return !unnamed.has(tree.tag(node)) && !BESIDE_NAME.test(value);
  }
  return false;
}

const unnamed = new Set<number>([tagIds.body, tagIds.html, tagIds.meta]);

/** Whether the source has "th", "tt" or "yl", as all those words have; an entity may hide them. */
function mayNameAuthor(codes: Uint16Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = (codes[at] as number) | CASE;
    const next = (codes[at + 1] as number) | CASE;
    if (code === LOWER_T && (next === LOWER_H || next === LOWER_T)) return true;
    if ((code === LOWER_Y && next === LOWER_L) || codes[at] === AMPERSAND) return true;
  }
  return false;
}

/** Nodes, and lines, in a byline that are looked at for a name. */
const MOST_INSIDE = 200;
const MOST_LINES = 30;

/** The name in an element: what in it is marked so (schema.org Person), else what it says. */
function authorIn(tree: Tree, node: NodeId): string | undefined {
  const named = nameIn(tree, node);
  const stated = named === 0 ? undefined : tree.attribute(named, "content");
  if (stated !== undefined) return authorName(stated);
  const root = named === 0 ? node : named;
  const range = {
    root,
    from: tree.firstChild(root),
    until: 0,
    most: MOST_INSIDE,
    lines: MOST_LINES,
  };
  return authorNames(shownLines(tree, range));
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

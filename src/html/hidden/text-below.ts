import { tagIds } from "../scan/tags.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";

/** Nodes and letters of an element that are looked at. */
const MOST_NODES = 2_000;
const MOST_LETTERS = 2_000;

/** The nodes below a node, in document order, at most so many. */
export function* nodesBelow(tree: Tree, root: NodeId, most = MOST_NODES): Generator<NodeId> {
  let node = tree.firstChild(root);
  for (let seen = 0; node !== 0 && seen < most; seen++) {
    yield node;
    let next = tree.firstChild(node);
    while (next === 0 && node !== root) {
      next = tree.nextSibling(node);
      if (next === 0) node = tree.parent(node);
    }
    node = node === root ? 0 : next;
  }
}

/** Letters and digits of a node's text, in lower case: what it says, however it is written. */
export function lettersOf(tree: Tree, root: NodeId): string {
  let letters = "";
  for (const node of tree.kind(root) === NodeKind.text ? [root] : nodesBelow(tree, root)) {
    if (tree.kind(node) !== NodeKind.text || tree.isBlankText(node) || isCode(tree, node)) continue;
    letters += tree.text(node).replaceAll(/[^\p{L}\p{N}]+/gu, "");
    if (letters.length > MOST_LETTERS) break;
  }
  return letters.toLowerCase();
}

/** Whether a node is known to have less text than so many characters, as they stand in the page. */
export function hasLittleText(tree: Tree, root: NodeId, least: number): boolean {
  let length = 0;
  let seen = 0;
  for (const node of nodesBelow(tree, root)) {
    seen += 1;
    if (tree.kind(node) !== NodeKind.text || tree.isBlankText(node)) continue;
    length += tree.end(node) - tree.start(node);
    if (length >= least) return false;
  }
  return seen < MOST_NODES;
}

/** How many links an element holds, and how much of its text is in them; undefined without text. */
export function linkShare(
  tree: Tree,
  root: NodeId,
): { readonly links: number; readonly share: number } | undefined {
  let [links, all, linked] = [0, 0, 0];
  let until = 0;
  for (const node of nodesBelow(tree, root)) {
    if (tree.tag(node) === tagIds.a) {
      links += 1;
      until = node;
    } else if (tree.kind(node) === NodeKind.text && !tree.isBlankText(node)) {
      const length = tree.end(node) - tree.start(node);
      all += length;
      if (isInside(tree, node, until)) linked += length;
    }
  }
  return all === 0 ? undefined : { links, share: linked / all };
}

/** Steps up to a link that are made. */
const MOST_STEPS = 8;

function isInside(tree: Tree, node: NodeId, outer: NodeId): boolean {
  if (outer === 0) return false;
  let at = node;
  for (let steps = 0; at !== 0 && steps < MOST_STEPS; steps++) {
    if (at === outer) return true;
    at = tree.parent(at);
  }
  return false;
}

function isCode(tree: Tree, text: NodeId): boolean {
  const tag = tree.tag(tree.parent(text));
  return tag === tagIds.script || tag === tagIds.style;
}

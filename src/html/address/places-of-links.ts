import { tagIds } from "../scan/tags.ts";
import type { NodeId, Tree } from "../tree/tree.ts";

/** The letter `a`, and the bit that makes letters lower-case. */
const LETTER_A = 97;
const LOWER = 32;

/** Whether a node is in a `template` that is no shadow root, and so is not of the page. */
export function isInTemplate(tree: Tree, node: NodeId): boolean {
  if (tree.firstOfTag(tagIds.template) === 0) return false;
  for (let at = tree.parent(node); at !== 0; at = tree.parent(at)) {
    const isTemplate = tree.tag(at) === tagIds.template;
    if (isTemplate && tree.attribute(at, "shadowrootmode") === undefined) return true;
  }
  return false;
}

/** Whether a node is in the page's `head`; of `parseTags`, when `head` is among the tags. */
export function isInHead(tree: Tree, node: NodeId): boolean {
  for (let at = tree.parent(node); at !== 0; at = tree.parent(at)) {
    if (tree.tag(at) === tagIds.head) return true;
  }
  return false;
}

/** The `a` elements of svg in a tree of `parse`, by their numbers; no chain of tags has them. */
export function svgAnchors(tree: Tree): NodeId[] {
  const found: NodeId[] = [];
  const roots: NodeId[] = [];
  for (let svg = tree.firstOfTag(tagIds.svg); svg !== 0; svg = tree.nextOfTag(svg)) roots.push(svg);
  for (const root of roots) {
    let node = tree.firstChild(root);
    while (node !== 0) {
      // What is in an svg of its own is found there.
      const isInner = tree.tag(node) === tagIds.svg;
      if (isSvgAnchor(tree, node)) found.push(node);
      node = nextBelow(tree, node, { root, deeper: !isInner });
    }
  }
  return found.sort((a, b) => a - b);
}

function isSvgAnchor(tree: Tree, node: NodeId): boolean {
  // The letter first: pages have many nodes of icons, and a name is a string of its own.
  const letter = tree.source.charCodeAt(tree.start(node) + 1) | LOWER;
  return letter === LETTER_A && tree.isForeign(node) && tree.name(node) === "a";
}

function nextBelow(
  tree: Tree,
  node: NodeId,
  { root, deeper }: { readonly root: NodeId; readonly deeper: boolean },
): NodeId {
  const child = deeper ? tree.firstChild(node) : 0;
  if (child !== 0) return child;
  let at = node;
  while (tree.nextSibling(at) === 0) {
    at = tree.parent(at);
    if (at === root) return 0;
  }
  return tree.nextSibling(at);
}

/** The address of an `a` of svg: its `href`, else the older `xlink:href` (SVG 2, 16.1). */
export function svgAddress(tree: Tree, anchor: NodeId): string | undefined {
  return tree.attribute(anchor, "href") ?? tree.attribute(anchor, "xlink:href");
}

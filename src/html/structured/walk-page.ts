import { tagIds } from "../scan/tags.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";
import type { Allowance } from "./allowance.ts";

/** Calls `visit` for each element in document order; what is in a template is no part of a page. */
export function walkElements(tree: Tree, visit: (node: NodeId) => void): void {
  walkBelow(tree, 0, (node) => {
    if (tree.kind(node) !== NodeKind.element) return true;
    visit(node);
    return true;
  });
}

/**
 * Calls `visit` for each node below `root` in document order, without recursion; where it gives
 * false the walk ends.
 */
export function walkBelow(tree: Tree, root: NodeId, visit: (node: NodeId) => boolean): void {
  let node = childOf(tree, root);
  while (node !== 0 && visit(node)) {
    let next = childOf(tree, node);
    while (next === 0 && node !== root) {
      next = tree.nextSibling(node);
      if (next === 0) node = tree.parent(node);
    }
    node = next;
  }
}

function childOf(tree: Tree, node: NodeId): NodeId {
  return tree.tag(node) === tagIds.template ? 0 : tree.firstChild(node);
}

/** The elements directly in a node; none of a template's, which are no part of a page. */
export function childElements(tree: Tree, node: NodeId): NodeId[] {
  const found: NodeId[] = [];
  for (let child = childOf(tree, node); child !== 0; child = tree.nextSibling(child)) {
    if (tree.kind(child) === NodeKind.element) found.push(child);
  }
  return found;
}

const LONGEST_TEXT = 10_000;

/**
 * The text below a node, white space folded, at most 10,000 characters of it; hidden text too.
 * @param looks what may be spent on reading it
 */
export function textBelow(tree: Tree, root: NodeId, looks: Allowance): string {
  let text = "";
  walkBelow(tree, root, (node) => {
    const isText = tree.kind(node) === NodeKind.text;
    if (!looks.take(isText ? costOf(tree.end(node) - tree.start(node)) : 1)) return false;
    if (isText && !tree.isRawText(node)) text += tree.text(node);
    else if (tree.tag(node) === tagIds.br) text += " ";
    return text.length < 2 * LONGEST_TEXT;
  });
  return text.replace(/\s+/g, " ").trim().slice(0, LONGEST_TEXT);
}

/** What reading so many characters costs, in looks. */
export function costOf(characters: number): number {
  return 1 + (characters >> 5);
}

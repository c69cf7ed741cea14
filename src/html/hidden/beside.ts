import { tagIds } from "../scan/tags.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";

/** The element before a node, what nobody sees and text passed over; 0 without one. */
export function elementBefore(tree: Tree, node: NodeId): NodeId {
  let at = tree.previousSibling(node);
  while (at !== 0 && !isPlain(tree, at)) at = tree.previousSibling(at);
  return at;
}

/** The element behind a node, what nobody sees and text passed over; 0 without one. */
export function elementBehind(tree: Tree, node: NodeId): NodeId {
  let at = tree.nextSibling(node);
  while (at !== 0 && !isPlain(tree, at)) at = tree.nextSibling(at);
  return at;
}

function isPlain(tree: Tree, node: NodeId): boolean {
  return tree.kind(node) === NodeKind.element && !isUnseen(tree, node);
}

/** Whether a node is a comment, a script or a style: no page looks other for it. */
export function isUnseen(tree: Tree, node: NodeId): boolean {
  const tag = tree.tag(node);
  return tree.kind(node) === NodeKind.comment || tag === tagIds.script || tag === tagIds.style;
}

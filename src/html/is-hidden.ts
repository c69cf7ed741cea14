import { AttributeCursor } from "./attributes.ts";
import { isHidingStyle } from "./furniture.ts";
import type { NodeId, Tree } from "./tree.ts";

/** Whether the page hides the node: it or what it is in is `hidden`, `aria-hidden` or so styled. */
export function isHidden(tree: Tree, node: NodeId): boolean {
  for (let at = node; at !== 0; at = tree.parent(at)) {
    if (hidesItself(tree, at)) return true;
  }
  return false;
}

/** Whether the element's own attributes hide it. */
export function hidesItself(tree: Tree, node: NodeId): boolean {
  if (!tree.hasAttributes(node)) return false;
  const cursor = new AttributeCursor(tree.tagRange(node));
  while (cursor.next()) {
    if (cursor.isNamed("hidden")) return true;
    if (cursor.isNamed("style") && isHidingStyle(cursor.value())) return true;
    if (cursor.isNamed("aria-hidden") && cursor.value().trim() === "true") return true;
  }
  return false;
}

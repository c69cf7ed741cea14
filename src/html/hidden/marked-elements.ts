import { attributeIds } from "../scan/attribute-names.ts";
import type { NodeId, Tree } from "../tree/tree.ts";
import type { Hiding } from "./hidden-element.ts";

/** The elements with the attribute `hidden`, in the order of their numbers. */
export function* markedElements(tree: Tree): Generator<NodeId> {
  const { attributeTable: table } = tree;
  let first = 1;
  while (first < table.size && table.id(first) !== attributeIds.hidden) first++;
  if (first >= table.size) return;
  for (let node = 1; node < tree.size; node++) {
    if (tree.attributeNamed(node, attributeIds.hidden) !== 0) yield node;
  }
}

/**
 * What a browser's mark says: `unseen` and `text` as {@link Hiding} has them, nothing of what a
 * search in the page would open, else that the element is not displayed.
 */
export function markOf(tree: Tree, node: NodeId): Hiding | undefined {
  const mark = tree.attribute(node, "hidden");
  if (mark === undefined || mark === "until-found") return undefined;
  return mark === "unseen" || mark === "text" ? mark : "undisplayed";
}

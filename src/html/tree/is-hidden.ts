import { attributeIds, type AttributeNode } from "../scan/attribute-names.ts";
import type { Attributes } from "../scan/attributes.ts";
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
  const { attributeTable } = tree;
  for (let at = tree.firstAttribute(node); at !== 0; at = attributeTable.next(at)) {
    if (isHiding(attributeTable, at)) return true;
  }
  return false;
}

/** Whether an attribute hides its element. */
export function isHiding(attributes: Attributes, at: AttributeNode): boolean {
  switch (attributes.id(at)) {
    case attributeIds.hidden:
      // What a search in the page finds is there for its readers.
      return attributes.value(at).trim().toLowerCase() !== "until-found";
    case attributeIds.style:
      return isHidingStyle(attributes.value(at));
    case attributeIds["aria-hidden"]:
      return attributes.value(at).trim() === "true";
    default:
      return false;
  }
}

function isHidingStyle(style: string): boolean {
  return /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style);
}

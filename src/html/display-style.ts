import { attributeIds } from "./attribute-names.ts";
import type { NodeId, Tree } from "./tree.ts";

const BLOCK = /(?:^|[;\s])display\s*:\s*(?:block|flex|grid|table|list-item|flow-root)\b/i;

/** Whether the element's own style makes a block of it. */
export function isStyledBlock(tree: Tree, node: NodeId): boolean {
  if (tree.firstAttribute(node) === 0) return false;
  const style = tree.attributeNamed(node, attributeIds.style);
  return style !== 0 && BLOCK.test(tree.attributeTable.value(style));
}

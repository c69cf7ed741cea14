import { attributeIds } from "../scan/attribute-names.ts";
import type { NodeId, Tree } from "../tree/tree.ts";

const BLOCK =
  /(?:^|[;\s])display\s*:\s*(?:block|flex|grid|table(?:-row|-caption)?|list-item|flow-root)(?![-\w])/i;
const INLINE = /(?:^|[;\s])display\s*:\s*inline(?![-\w])/i;
const CELL = /(?:^|[;\s])display\s*:\s*table-cell(?![-\w])/i;

/** Whether the element's own style makes a block of it. */
export function isStyledBlock(tree: Tree, node: NodeId): boolean {
  return BLOCK.test(styleOf(tree, node));
}

/** Whether the element's own style makes it part of a line. */
export function isStyledInline(tree: Tree, node: NodeId): boolean {
  return INLINE.test(styleOf(tree, node));
}

/** Whether the element's own style makes a cell of it, beside others in its row. */
export function isStyledCell(tree: Tree, node: NodeId): boolean {
  return CELL.test(styleOf(tree, node));
}

function styleOf(tree: Tree, node: NodeId): string {
  if (tree.firstAttribute(node) === 0) return "";
  const style = tree.attributeNamed(node, attributeIds.style);
  return style === 0 ? "" : tree.attributeTable.value(style);
}

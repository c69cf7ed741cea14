import { tagIds } from "../scan/tags.ts";
import { isBlock } from "../tree/text-block.ts";
import type { NodeId, Tree } from "../tree/tree.ts";

/** Whether an element stands in a line of text; of unknown ones nobody knows. */
export function isInline(tree: Tree, node: NodeId): boolean {
  const tag = tree.tag(node);
  return tag !== 0 && !isBlock(tag) && !BOXES.has(tag);
}

const BOXES = new Set<number>([
  tagIds.td,
  tagIds.th,
  tagIds.button,
  tagIds.iframe,
  tagIds.select,
  tagIds.img,
  tagIds.video,
]);

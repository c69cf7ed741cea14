import { attributeIds, type NodeId, type Tree } from "../html/index.ts";

/** Characters of a `rel` that are looked at. */
const LONGEST = 1024;

/** Says that a link's target is not vouched for. */
const UNENDORSED = /(?:^|[\t\n\f\r ])(?:nofollow|ugc|sponsored)(?:$|[\t\n\f\r ])/i;

/** The words of an element's `rel` in lower case. */
export function relations(tree: Tree, node: NodeId): readonly string[] {
  const words = rel(tree, node)
    .toLowerCase()
    .split(/[\t\n\f\r ]+/);
  return words.filter((word) => word !== "");
}

/** Whether an element's `rel` says that its target is not vouched for. */
export function isNofollow(tree: Tree, node: NodeId): boolean {
  const value = rel(tree, node);
  return value !== "" && UNENDORSED.test(value);
}

function rel(tree: Tree, node: NodeId): string {
  const at = tree.attributeNamed(node, attributeIds.rel);
  return at === 0 ? "" : tree.attributeTable.value(at).slice(0, LONGEST);
}

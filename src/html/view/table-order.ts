import { tagIds, type TagId } from "../scan/tags.ts";
import type { NodeId, Tree } from "../tree/tree.ts";

/**
 * The parts of each table whose caption, head or foot stands elsewhere than browsers show it, in
 * the order in which they show them (CSS 2.2, 17.2); undefined when no table is so.
 */
export function reorderedTables(tree: Tree): ReadonlyMap<NodeId, readonly NodeId[]> | undefined {
  let found: Map<NodeId, readonly NodeId[]> | undefined;
  const seen = new Set<NodeId>();
  for (const tag of [tagIds.tfoot, tagIds.thead, tagIds.caption]) {
    for (let part = tree.firstOfTag(tag); part !== 0; part = tree.nextOfTag(part)) {
      const table = tree.parent(part);
      if (seen.has(table) || tree.tag(table) !== tagIds.table) continue;
      seen.add(table);
      const parts = shownOrder(tree, table);
      if (parts !== undefined) (found ??= new Map()).set(table, parts);
    }
  }
  return found;
}

/** The children of a table as they are shown; undefined when that is their own order. */
export function shownOrder(tree: Tree, table: NodeId): readonly NodeId[] | undefined {
  const children: NodeId[] = [];
  for (let child = tree.firstChild(table); child !== 0; child = tree.nextSibling(child)) {
    children.push(child);
  }
  const first = (tag: TagId): NodeId | undefined => children.find((part) => tree.tag(part) === tag);
  const [caption, head, foot] = [tagIds.caption, tagIds.thead, tagIds.tfoot].map(first);
  const order = (part: NodeId): number => {
    if (part === caption) return 0;
    if (part === head) return 1;
    return part === foot ? 3 : 2;
  };
  const shown = children.filter((part) => order(part) !== 2 || !isRest(tree, part));
  const rest = children.filter((part) => order(part) === 2 && isRest(tree, part));
  const sorted = shown.toSorted((a, b) => order(a) - order(b));
  return sorted.every((part, index) => part === shown[index]) ? undefined : [...sorted, ...rest];
}

/** Whether the node is no part with rows, so that its place is of no importance. */
function isRest(tree: Tree, node: NodeId): boolean {
  const tag = tree.tag(node);
  return tag !== tagIds.tbody && tag !== tagIds.tr && tag !== tagIds.thead && tag !== tagIds.tfoot;
}

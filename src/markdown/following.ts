import type { NodeId, View } from "../html/index.ts";

/** The next node in document order below `root` that is not dropped; 0 behind the last. */
export function following(view: View, node: NodeId, root: NodeId): NodeId {
  const { tree, dropped } = view;
  let next = dropped[node] === 0 ? tree.firstChild(node) : 0;
  let at = node;
  while (next === 0 || dropped[next] === 1) {
    if (next !== 0) at = next;
    while (at !== root && tree.nextSibling(at) === 0) at = tree.parent(at);
    if (at === root) return 0;
    next = tree.nextSibling(at);
  }
  return next;
}

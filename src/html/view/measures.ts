import { isSpace } from "../scan/attributes.ts";
import { tagIds } from "../scan/tags.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";

/** How much text is where, by node; what is left out of the view counts as empty. */
export interface Measures {
  /** The nodes in document order, those left out excepted. */
  readonly order: Int32Array;
  /** Characters of text in and below the node, white space at its ends excepted. */
  readonly text: Int32Array;
  /** Of these, how many are in links. */
  readonly linked: Int32Array;
}

/** Measures the text of a page. */
export function measure(tree: Tree, dropped: Uint8Array): Measures {
  const order = documentOrder(tree, dropped);
  const text = new Int32Array(tree.size);
  const linked = new Int32Array(tree.size);
  for (let index = order.length - 1; index > 0; index--) {
    const node = order[index] as number;
    if (tree.kind(node) === NodeKind.text) text[node] = textLength(tree, node);
    else if (tree.tag(node) === tagIds.a) linked[node] = text[node] as number;
    const parent = tree.parent(node);
    text[parent] = (text[parent] as number) + (text[node] as number);
    linked[parent] = (linked[parent] as number) + (linked[node] as number);
  }
  return { order, text, linked };
}

function textLength(tree: Tree, node: NodeId): number {
  const { source } = tree;
  let start = tree.start(node);
  let end = tree.end(node);
  while (start < end && isSpace(source.charCodeAt(start))) start++;
  while (end > start && isSpace(source.charCodeAt(end - 1))) end--;
  return end - start;
}

function documentOrder(tree: Tree, dropped: Uint8Array): Int32Array {
  const order = new Int32Array(tree.size);
  let count = 0;
  let node = 0;
  for (;;) {
    const kept = dropped[node] === 0;
    if (kept) order[count++] = node;
    let next = kept ? tree.firstChild(node) : 0;
    while (next === 0) {
      if (node === 0) return order.subarray(0, count);
      next = tree.nextSibling(node);
      if (next === 0) node = tree.parent(node);
    }
    node = next;
  }
}

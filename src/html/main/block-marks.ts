import type { Block } from "./blocks.ts";
import type { Measures } from "../view/measures.ts";
import { tagIds } from "../scan/tags.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";
import type { View } from "../tree/view.ts";

/** What is kept of a page, by its blocks. */
interface KeptBlocks {
  readonly clean: View;
  /** Of the whole page. */
  readonly measures: Measures;
  readonly blocks: readonly Block[];
  /** By block: 1 when it is kept. */
  readonly kept: Uint8Array;
}

/**
 * The view that shows the kept blocks, from the innermost element around them all. Tables and
 * code stay or go as a whole; what has no text (images, rules) follows what is around it, and so
 * does the picture of a figure whose caption goes.
 */
export function viewOfBlocks({ clean, measures, blocks, kept }: KeptBlocks): View {
  const { tree } = clean;
  const dropped = clean.dropped.slice();
  const amounts = new Amounts(tree);
  for (const [index, { nodes }] of blocks.entries()) {
    for (const node of nodes) amounts.add(node, kept[index] === 1, measures.text[node] as number);
  }
  amounts.sumUp(measures.order);
  for (const node of measures.order) {
    if (node === 0) continue;
    const decision = amounts.decide(node);
    if (decision !== undefined) dropped[node] = decision ? 0 : 1;
  }
  return { ...clean, dropped, roots: [amounts.innermost()] };
}

/** Elements of one piece. */
const whole = new Set<number>([tagIds.table, tagIds.pre]);

/** How much more is kept than lost in what is mostly kept. */
const MOSTLY = 3;

class Amounts {
  readonly #tree: Tree;
  readonly #kept: Int32Array;
  readonly #lost: Int32Array;
  /** By node: 1 in an element that is kept as a whole, 2 in one that is dropped as a whole. */
  readonly #fate: Uint8Array;
  /** By node: tables and code inside. */
  readonly #nested: Uint8Array;

  constructor(tree: Tree) {
    this.#tree = tree;
    this.#kept = new Int32Array(tree.size);
    this.#lost = new Int32Array(tree.size);
    this.#fate = new Uint8Array(tree.size);
    this.#nested = new Uint8Array(tree.size);
  }

  add(node: NodeId, kept: boolean, length: number): void {
    (kept ? this.#kept : this.#lost)[node] = length;
  }

  sumUp(order: Int32Array): void {
    const tree = this.#tree;
    for (let index = order.length - 1; index > 0; index--) {
      const node = order[index] as number;
      const parent = tree.parent(node);
      this.#kept[parent] = (this.#kept[parent] as number) + (this.#kept[node] as number);
      this.#lost[parent] = (this.#lost[parent] as number) + (this.#lost[node] as number);
      if (whole.has(tree.tag(node)) || this.#nested[node] === 1) this.#nested[parent] = 1;
    }
  }

  /** Whether to keep the node; undefined when its text does not say. Parents come first. */
  decide(node: NodeId): boolean | undefined {
    const tree = this.#tree;
    const kept = this.#kept[node] as number;
    const lost = this.#lost[node] as number;
    const around = this.#fate[tree.parent(node)] as number;
    this.#fate[node] = around;
    if (around === 0 && kept > 0 && lost > 0 && this.#isWhole(node)) {
      this.#fate[node] = kept >= lost ? 1 : 2;
    }
    const fate = this.#fate[node];
    if (kept + lost === 0) return tree.kind(node) === NodeKind.text ? true : undefined;
    return fate === 0 ? kept > 0 || this.#isPictureAmong(node) : fate === 1;
  }

  /** Whether a figure stands in what is mostly kept: then its picture is kept without its caption. */
  #isPictureAmong(node: NodeId): boolean {
    if (this.#tree.tag(node) !== tagIds.figure) return false;
    const parent = this.#tree.parent(node);
    return (this.#kept[parent] as number) > MOSTLY * (this.#lost[parent] as number);
  }

  #isWhole(node: NodeId): boolean {
    return this.#nested[node] === 0 && whole.has(this.#tree.tag(node));
  }

  /** The innermost element with all that is kept. */
  innermost(): NodeId {
    const tree = this.#tree;
    const all = this.#kept[0] as number;
    let node = 0;
    for (;;) {
      let inside = tree.firstChild(node);
      while (inside !== 0 && (this.#kept[inside] as number) < all) {
        inside = tree.nextSibling(inside);
      }
      if (inside === 0 || tree.kind(inside) !== NodeKind.element) return node;
      node = inside;
    }
  }
}

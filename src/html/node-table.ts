import { Cell, NodeFlag, NodeKind, type NodeId } from "./tree.ts";
import type { TagId } from "./tags.ts";

const { stride } = Cell;

/** A run of the source. */
export interface SourceRange {
  readonly start: number;
  readonly end: number;
}

/** The growing array of nodes that the parser fills and the tree then reads. */
export class NodeTable {
  /** {@link Cell.stride} numbers per node. */
  cells: Int32Array;
  /** Nodes in use; 1 at first, the document. */
  size = 1;
  /** Whether a node was refused because the table is full. */
  full = false;
  readonly #most: number;

  /**
   * @param expected nodes to make room for at first
   * @param most nodes that will be held at most
   */
  constructor(expected: number, most: number) {
    this.#most = most;
    this.cells = new Int32Array(Math.max(16, Math.min(expected, most)) * stride);
  }

  /**
   * Makes a node without links.
   * @param meta kind, tag and flags as in {@link Cell.meta}
   * @returns its number; 0 when the table is full
   */
  create(meta: number, start: number, end: number): NodeId {
    if (this.size >= this.#most) {
      this.full = true;
      return 0;
    }
    const node = this.size++;
    const at = node * stride;
    if (at + stride > this.cells.length) this.#grow();
    const { cells } = this;
    cells[at] = meta;
    cells[at + Cell.start] = start;
    cells[at + Cell.end] = end;
    return node;
  }

  #grow(): void {
    const larger = new Int32Array(this.cells.length * 2);
    larger.set(this.cells);
    this.cells = larger;
  }

  /** A second element with the name and attributes of `node`. */
  clone(node: NodeId): NodeId {
    const at = node * stride;
    const meta = (this.cells[at] as number) & ~NodeFlag.open;
    const start = this.cells[at + Cell.start] as number;
    return this.create(meta, start, this.cells[at + Cell.end] as number);
  }

  /** Links a node that has no parent as the last child. */
  append(parent: NodeId, node: NodeId): void {
    const { cells } = this;
    const at = node * stride;
    const above = parent * stride;
    const last = cells[above + Cell.last] as number;
    cells[at + Cell.parent] = parent;
    cells[at + Cell.previous] = last;
    cells[above + Cell.last] = node;
    if (last === 0) cells[above + Cell.first] = node;
    else cells[last * stride + Cell.next] = node;
  }

  /** Links a node that has no parent before its sibling `next`. */
  insertBefore(next: NodeId, node: NodeId): void {
    const { cells } = this;
    const at = node * stride;
    const after = next * stride;
    const parent = cells[after + Cell.parent] as number;
    const previous = cells[after + Cell.previous] as number;
    cells[at + Cell.parent] = parent;
    cells[at + Cell.next] = next;
    cells[at + Cell.previous] = previous;
    cells[after + Cell.previous] = node;
    if (previous === 0) cells[parent * stride + Cell.first] = node;
    else cells[previous * stride + Cell.next] = node;
  }

  /** Takes a node, with all below it, out of its parent. */
  unlink(node: NodeId): void {
    const { cells } = this;
    const at = node * stride;
    const parent = cells[at + Cell.parent] as number;
    const previous = cells[at + Cell.previous] as number;
    const next = cells[at + Cell.next] as number;
    if (previous !== 0) cells[previous * stride + Cell.next] = next;
    else if (cells[parent * stride + Cell.first] === node) {
      cells[parent * stride + Cell.first] = next;
    }
    if (next !== 0) cells[next * stride + Cell.previous] = previous;
    else if (cells[parent * stride + Cell.last] === node) {
      cells[parent * stride + Cell.last] = previous;
    }
    cells[at + Cell.parent] = 0;
    cells[at + Cell.previous] = 0;
    cells[at + Cell.next] = 0;
  }

  /** Gives all children of `from` to `to`, which has none. */
  moveChildren(from: NodeId, to: NodeId): void {
    const { cells } = this;
    const first = cells[from * stride + Cell.first] as number;
    for (let child = first; child !== 0; child = cells[child * stride + Cell.next] as number) {
      cells[child * stride + Cell.parent] = to;
    }
    cells[to * stride + Cell.first] = first;
    cells[to * stride + Cell.last] = cells[from * stride + Cell.last] as number;
    cells[from * stride + Cell.first] = 0;
    cells[from * stride + Cell.last] = 0;
  }

  /** The node's parent. */
  parent(node: NodeId): NodeId {
    return this.cells[node * stride + Cell.parent] as number;
  }

  /** The node's tag number. */
  tag(node: NodeId): TagId {
    return ((this.cells[node * stride] as number) >>> 8) & 0xff;
  }

  /** Where the node's source begins and ends. */
  range(node: NodeId): SourceRange {
    const at = node * stride;
    return {
      start: this.cells[at + Cell.start] as number,
      end: this.cells[at + Cell.end] as number,
    };
  }

  /** Whether the element is on the stack of open elements. */
  isOpen(node: NodeId): boolean {
    return ((this.cells[node * stride] as number) & NodeFlag.open) !== 0;
  }

  /** Remembers whether the element is on the stack of open elements. */
  setOpen(node: NodeId, open: boolean): void {
    const at = node * stride;
    const meta = this.cells[at] as number;
    this.cells[at] = open ? meta | NodeFlag.open : meta & ~NodeFlag.open;
  }
}

/** The meta cell of an element. */
export function elementMeta(tag: TagId): number {
  return NodeKind.element | (tag << 8);
}

import type { AttributeNode } from "../scan/attribute-names.ts";
import { Spare } from "../scan/spare.ts";
import { Cell, NodeFlag, NodeKind, UNSEEN, type NodeId } from "./tree.ts";
import type { TagId } from "../scan/tags.ts";

// Own constants, because the compiler folds them and not another module's properties.
const {
  stride: STRIDE,
  start: START,
  end: END,
  parent: PARENT,
  first: FIRST,
  last: LAST,
  next: NEXT,
  previous: PREVIOUS,
  attributes: ATTRIBUTES,
  alike: ALIKE,
} = Cell;

const OPEN = NodeFlag.open;

/** The bits of the kind. */
const KIND = 7;

/** Nodes that there is room for at first. */
const FIRST_ROOM = 4096;

/** Code units of a page for each of its nodes, about; ordinary pages have more. */
const LENGTH_OF_NODE = 20;

/** How many times as much room a table that is full gets: at least, and at most. */
const LEAST_GROWTH = 1.25;
const MOST_GROWTH = 8;

/** A run of the source. */
interface SourceRange {
  readonly start: number;
  readonly end: number;
}

/** What a scanner found. */
interface Token extends SourceRange {
  /** The first of the start tag's attributes; 0 without any, and for other tokens. */
  readonly first: AttributeNode;
}

/** A longer array is large. */
const SMALL = (1 << 18) * STRIDE;

const spare = new Spare<Int32Array>();

/** An array of at least that many numbers. */
function takeCells(room: number): Int32Array {
  const kept = spare.take(room > SMALL);
  return kept !== undefined && kept.length >= room ? kept : new Int32Array(room);
}

/** The growing array of nodes that the parser fills and the tree then reads. */
export class NodeTable {
  /** {@link Cell.stride} numbers per node. */
  cells: Int32Array;
  /** Nodes in use; 1 at first, the document. */
  size = 1;
  /** Whether a node was refused because the table is full. */
  full = false;
  /** Whether numbers grow in document order: no node was put before an earlier one. */
  ordered = true;
  /** As in {@link TreeCells}. */
  readonly chains = new Int32Array(UNSEEN + 1);
  /** The last node of each chain. */
  readonly #lasts = new Int32Array(UNSEEN + 1);
  readonly #most: number;
  readonly #length: number;

  /**
   * @param most nodes that will be held at most
   * @param length of the source in code units
   */
  constructor(most: number, length: number) {
    this.#most = most;
    this.#length = length;
    const expected = Math.max(FIRST_ROOM, Math.ceil(length / LENGTH_OF_NODE));
    this.cells = takeCells(Math.min(most, expected) * STRIDE);
    this.cells.fill(0, 0, STRIDE);
  }

  /** The nodes, with little behind them; the table cannot be used any more. */
  finish(): Int32Array {
    const length = this.size * STRIDE;
    // A large array that is mostly full is not worth a copy.
    if (this.cells.length > SMALL && length * 2 > this.cells.length) return this.cells;
    const exact = this.cells.slice(0, length);
    this.release();
    this.cells = exact;
    return exact;
  }

  /** Gives the memory to the next parse; the table cannot be used any more. */
  release(): void {
    spare.give(this.cells, this.cells.length > SMALL);
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
    const at = node * STRIDE;
    if (at + STRIDE > this.cells.length) this.#grow(end);
    const { cells } = this;
    cells[at] = meta;
    cells[at + START] = start;
    cells[at + END] = end;
    cells[at + PARENT] = 0;
    cells[at + FIRST] = 0;
    cells[at + LAST] = 0;
    cells[at + NEXT] = 0;
    cells[at + PREVIOUS] = 0;
    cells[at + ATTRIBUTES] = 0;
    cells[at + ALIKE] = 0;
    if ((meta & KIND) !== NodeKind.text) this.#chain(node, meta);
    return node;
  }

  #chain(node: NodeId, meta: number): void {
    const chain = (meta & KIND) === NodeKind.element ? (meta >>> 8) & 0xff : UNSEEN;
    if (chain === 0) return;
    const last = this.#lasts[chain] as NodeId;
    if (last === 0) this.chains[chain] = node;
    else this.cells[last * STRIDE + ALIKE] = node;
    this.#lasts[chain] = node;
  }

  /** {@link create} for a start tag, with its attributes, and for any other token. */
  createTag(meta: number, { start, end, first }: Token): NodeId {
    const node = this.create(meta, start, end);
    if (node !== 0) this.cells[node * STRIDE + ATTRIBUTES] = first;
    return node;
  }

  /**
   * Makes room for the whole page, if it goes on as it is up to the offset `at`: memory that is
   * touched for the first time is what large pages wait for.
   */
  #grow(at: number): void {
    const growth = Math.min(MOST_GROWTH, Math.max(LEAST_GROWTH, this.#length / Math.max(1, at)));
    const room = Math.min(this.#most, Math.ceil(this.size * growth) + FIRST_ROOM);
    const larger = takeCells(room * STRIDE);
    larger.set(this.cells);
    this.release();
    this.cells = larger;
  }

  /** A second element with the name and attributes of `node`. */
  clone(node: NodeId): NodeId {
    const at = node * STRIDE;
    const meta = (this.cells[at] as number) & ~OPEN;
    const start = this.cells[at + START] as number;
    const clone = this.create(meta, start, this.cells[at + END] as number);
    if (clone === 0) return 0;
    this.cells[clone * STRIDE + ATTRIBUTES] = this.cells[at + ATTRIBUTES] as number;
    return clone;
  }

  /** Links a node that has no parent as the last child. */
  append(parent: NodeId, node: NodeId): void {
    const { cells } = this;
    const at = node * STRIDE;
    const above = parent * STRIDE;
    const last = cells[above + LAST] as number;
    cells[at + PARENT] = parent;
    cells[at + PREVIOUS] = last;
    cells[above + LAST] = node;
    if (last === 0) cells[above + FIRST] = node;
    else cells[last * STRIDE + NEXT] = node;
  }

  /** Links a node that has no parent before its sibling `next`. */
  insertBefore(next: NodeId, node: NodeId): void {
    const { cells } = this;
    this.ordered = false;
    const at = node * STRIDE;
    const after = next * STRIDE;
    const parent = cells[after + PARENT] as number;
    const previous = cells[after + PREVIOUS] as number;
    cells[at + PARENT] = parent;
    cells[at + NEXT] = next;
    cells[at + PREVIOUS] = previous;
    cells[after + PREVIOUS] = node;
    if (previous === 0) cells[parent * STRIDE + FIRST] = node;
    else cells[previous * STRIDE + NEXT] = node;
  }

  /** Takes a node, with all below it, out of its parent. */
  unlink(node: NodeId): void {
    const { cells } = this;
    this.ordered = false;
    const at = node * STRIDE;
    const parent = cells[at + PARENT] as number;
    const previous = cells[at + PREVIOUS] as number;
    const next = cells[at + NEXT] as number;
    if (previous !== 0) cells[previous * STRIDE + NEXT] = next;
    else if (cells[parent * STRIDE + FIRST] === node) {
      cells[parent * STRIDE + FIRST] = next;
    }
    if (next !== 0) cells[next * STRIDE + PREVIOUS] = previous;
    else if (cells[parent * STRIDE + LAST] === node) {
      cells[parent * STRIDE + LAST] = previous;
    }
    cells[at + PARENT] = 0;
    cells[at + PREVIOUS] = 0;
    cells[at + NEXT] = 0;
  }

  /** Gives all children of `from` to `to`, which has none. */
  moveChildren(from: NodeId, to: NodeId): void {
    const { cells } = this;
    this.ordered = false;
    const first = cells[from * STRIDE + FIRST] as number;
    for (let child = first; child !== 0; child = cells[child * STRIDE + NEXT] as number) {
      cells[child * STRIDE + PARENT] = to;
    }
    cells[to * STRIDE + FIRST] = first;
    cells[to * STRIDE + LAST] = cells[from * STRIDE + LAST] as number;
    cells[from * STRIDE + FIRST] = 0;
    cells[from * STRIDE + LAST] = 0;
  }

  /** The node's parent. */
  parent(node: NodeId): NodeId {
    return this.cells[node * STRIDE + PARENT] as number;
  }

  /** The node's tag number. */
  tag(node: NodeId): TagId {
    return ((this.cells[node * STRIDE] as number) >>> 8) & 0xff;
  }

  /** Where the node's source begins and ends. */
  range(node: NodeId): SourceRange {
    const at = node * STRIDE;
    return {
      start: this.cells[at + START] as number,
      end: this.cells[at + END] as number,
    };
  }

  /** Whether the element is on the stack of open elements. */
  isOpen(node: NodeId): boolean {
    return ((this.cells[node * STRIDE] as number) & OPEN) !== 0;
  }

  /** Remembers whether the element is on the stack of open elements. */
  setOpen(node: NodeId, open: boolean): void {
    const at = node * STRIDE;
    const meta = this.cells[at] as number;
    this.cells[at] = open ? meta | OPEN : meta & ~OPEN;
  }
}

/** The meta cell of an element. */
export function elementMeta(tag: TagId): number {
  return NodeKind.element | (tag << 8);
}

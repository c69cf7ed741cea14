import type { NodeTable } from "./node-table.ts";
import type { TagId } from "../scan/tags.ts";
import type { NodeId } from "./tree.ts";

/** Elements of one kind and with the same attributes that are reopened at most ("Noah's Ark"). */
const MOST_ALIKE = 3;

/**
 * Formatting elements that are reopened at most; the outermost of more are forgotten. Real pages
 * stay below; thousands of unclosed `<b>` would otherwise be reopened in every paragraph.
 */
const MOST_OPEN = 16;

/** Stands where formatting from outside ends: a table cell, caption, object, template. */
const MARKER: NodeId = 0;

/** The list of active formatting elements (WHATWG HTML 13.2.4.3). */
export class FormattingList {
  /** Elements and {@link MARKER}s, outermost first. */
  readonly entries: NodeId[] = [];
  readonly #nodes: NodeTable;
  readonly #source: string;
  /** Elements behind the last marker. */
  #run = 0;
  readonly #runs: number[] = [];

  constructor(nodes: NodeTable, source: string) {
    this.#nodes = nodes;
    this.#source = source;
  }

  /** Whether the last entry is an element that is no longer open. */
  get isInterrupted(): boolean {
    const { entries } = this;
    if (this.#run === 0) return false;
    return !this.#nodes.isOpen(entries[entries.length - 1] as number);
  }

  /** Index of the first entry behind the last marker. */
  get from(): number {
    return this.entries.length - this.#run;
  }

  /** Adds an element, forgetting the outermost of too many. */
  add(node: NodeId): void {
    const alike = this.#alike(node);
    if (alike !== -1) this.remove(alike);
    else if (this.#run >= MOST_OPEN) this.remove(this.from);
    this.entries.push(node);
    this.#run++;
  }

  /** Index of the outermost element like `node` when there are as many as allowed; else -1. */
  #alike(node: NodeId): number {
    let outermost = -1;
    let count = 0;
    for (let index = this.from; index < this.entries.length; index++) {
      if (!this.#isAlike(this.entries[index] as number, node)) continue;
      count++;
      if (outermost === -1) outermost = index;
    }
    return count >= MOST_ALIKE ? outermost : -1;
  }

  #isAlike(a: NodeId, b: NodeId): boolean {
    if (this.#nodes.tag(a) !== this.#nodes.tag(b)) return false;
    const left = this.#nodes.range(a);
    const right = this.#nodes.range(b);
    if (left.end - left.start !== right.end - right.start) return false;
    return this.#source.slice(left.start, left.end) === this.#source.slice(right.start, right.end);
  }

  /** Formatting from outside ends here. */
  mark(): void {
    this.entries.push(MARKER);
    this.#runs.push(this.#run);
    this.#run = 0;
  }

  /** Forgets everything back to the last marker, and the marker. */
  clearToMarker(): void {
    if (this.#runs.length === 0) return;
    // Setting the length makes room for the array anew.
    for (let left = this.#run; left >= 0; left--) this.entries.pop();
    this.#run = this.#runs.pop() ?? 0;
  }

  /** Index of the innermost element with the tag behind the last marker; -1 without one. */
  find(tag: TagId): number {
    for (let index = this.entries.length - 1; index >= this.from; index--) {
      if (this.#nodes.tag(this.entries[index] as number) === tag) return index;
    }
    return -1;
  }

  /** Removes the entry at `index`, which is behind the last marker. */
  remove(index: number): void {
    this.entries.splice(index, 1);
    this.#run--;
  }

  /** Inserts an element at `index`, which is behind the last marker. */
  insert(index: number, node: NodeId): void {
    this.entries.splice(index, 0, node);
    this.#run++;
  }

  /** Removes the element when it is the last entry. Gives whether it was. */
  removeLast(node: NodeId): boolean {
    if (this.#run === 0 || this.entries[this.entries.length - 1] !== node) return false;
    this.entries.pop();
    this.#run--;
    return true;
  }

  /** Removes an element wherever it is. */
  forget(node: NodeId): void {
    const index = this.entries.lastIndexOf(node);
    if (index >= this.from) this.remove(index);
  }
}

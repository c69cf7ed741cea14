import { tagIds, walk, type NodeId, type Tree, type View } from "../../html/index.ts";
import { FlowWriter, fold, withoutStruck, type Span } from "./flow-writer.ts";

/** A run of text on a line or in a cell of its own. */
export interface Line {
  readonly from: number;
  readonly to: number;
  /** The first text node in it. */
  readonly node: NodeId;
}

/**
 * The text of a view as one string, in which every node knows its place: lines end with line feeds,
 * cells with tabs. Text that is struck out counts for those nodes alone that are in it.
 */
export class PageText {
  readonly view: View;
  readonly tree: Tree;
  /** Elements in document order. */
  readonly elements: readonly NodeId[];
  readonly lines: readonly Line[];
  readonly #flow: string;
  readonly #from: Int32Array;
  readonly #to: Int32Array;
  /** By element: its place in {@link elements}, and the place behind the last one in it. */
  readonly #first: Int32Array;
  readonly #last: Int32Array;
  readonly #struck: readonly Span[];
  /** Characters of values that may still be given. */
  #left: number;

  constructor(view: View) {
    const writer = new FlowWriter(view.tree);
    walk(view, writer);
    this.view = view;
    this.tree = view.tree;
    this.#flow = writer.pieces.join("");
    this.#from = writer.from;
    this.#to = writer.to;
    this.#first = writer.first;
    this.#last = writer.last;
    this.elements = writer.elements;
    this.#struck = writer.struck;
    this.#left = LEAST_GIVEN + MOST_GIVEN * this.#flow.length;
    this.lines = this.#listLines(writer.texts);
  }

  /** Characters of the text. */
  get length(): number {
    return this.#flow.length;
  }

  /** Where a node's text begins and ends, without white space; equal for none. */
  range(node: NodeId): Span {
    return this.#trim(this.#from[node] as number, this.#to[node] as number);
  }

  /** Whether an element is part of what is shown. */
  isShown(node: NodeId): boolean {
    return this.elements[this.#first[node] as number] === node;
  }

  /** Whether an element is in another one, or is it. */
  isIn(node: NodeId, scope: NodeId): boolean {
    const at = this.#first[node] as number;
    return at >= (this.#first[scope] as number) && at < (this.#last[scope] as number);
  }

  /** An element's place in {@link elements}. */
  order(node: NodeId): number {
    return this.#first[node] as number;
  }

  /** The place of an element in {@link elements}, and that behind the last one in it. */
  orders(node: NodeId): Span {
    return [this.#first[node] as number, this.#last[node] as number];
  }

  /**
   * The elements in an element, itself first.
   * @param most how many are wanted
   */
  elementsIn(scope: NodeId, most = Infinity): readonly NodeId[] {
    const first = this.#first[scope] as number;
    return this.elements.slice(first, Math.min(this.#last[scope] as number, first + most));
  }

  /** Text between two places on one line, white space folded, without what is struck out. */
  slice(from: number, to: number): string {
    return withoutStruck(this.#flow.slice(from, to));
  }

  /** Where a character stands for the first time from a place on; -1 for nowhere. */
  indexOf(character: string, from: number): number {
    return this.#flow.indexOf(character, from);
  }

  /** The first characters of the page, as they are. */
  beginning(most: number): string {
    return this.#flow.slice(0, most);
  }

  /** A node's text on one line. */
  text(node: NodeId): string {
    const [from, to] = this.range(node);
    return this.slice(from, to);
  }

  /**
   * A node's text on one line as a value that may be wanted. Elements in each other repeat it: empty
   * from 20 times the length of the page on, which no page reaches that was not made to.
   */
  value(node: NodeId): string {
    const [from, to] = this.range(node);
    if (to - from > this.#left) return "";
    this.#left -= to - from;
    return this.slice(from, to);
  }

  /** Whether the text at a place is struck out. */
  isStruck(at: number): boolean {
    let [low, high] = [0, this.#struck.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#struck[middle] as Span)[1] <= at) low = middle + 1;
      else high = middle;
    }
    return (this.#struck[low]?.[0] ?? Infinity) <= at;
  }

  /** The first lines and cells of a node's text. */
  linesIn(node: NodeId, most: number): string[] {
    const [from, to] = this.range(node);
    const lines: string[] = [];
    for (let at = from; at < to && lines.length < most;) {
      const end = Math.min(to, this.#lineEnd(at));
      const line = this.slice(at, end);
      if (line !== "") lines.push(line);
      at = end + 1;
    }
    return lines;
  }

  /** The paragraphs, lists and quotations in a node on one line; empty without any. */
  paragraphsIn(node: NodeId): string {
    const texts: string[] = [];
    let end = this.#first[node] as number;
    for (const each of this.elementsIn(node)) {
      if (this.order(each) < end || !paragraphs.has(this.tree.tag(each))) continue;
      texts.push(this.text(each));
      end = this.#last[each] as number;
    }
    return fold(texts.join(" "));
  }

  /** The outermost element whose text is exactly the node's. */
  outermost(node: NodeId): NodeId {
    const [from, to] = this.range(node);
    let at = node;
    for (let up = this.tree.parent(at); up !== 0; up = this.tree.parent(at)) {
      const [upFrom, upTo] = this.range(up);
      if (upFrom !== from || upTo !== to) break;
      at = up;
    }
    return at;
  }

  #trim(from: number, to: number): Span {
    let [start, end] = [from, to];
    while (start < end && isWhite(this.#flow.charCodeAt(start))) start++;
    while (end > start && isWhite(this.#flow.charCodeAt(end - 1))) end--;
    return [start, end];
  }

  #listLines(texts: readonly (readonly [at: number, node: NodeId])[]): Line[] {
    const lines: Line[] = [];
    for (let next = 0; next < texts.length;) {
      const [at, node] = texts[next] as readonly [number, NodeId];
      const end = this.#lineEnd(at);
      const [from, to] = this.#trim(at, end);
      if (from < to) lines.push({ from, to, node });
      while (next < texts.length && (texts[next] as readonly [number, NodeId])[0] <= end) next++;
    }
    return lines;
  }

  #lineEnd(from: number): number {
    let at = from;
    for (; at < this.#flow.length; at++) {
      const code = this.#flow.charCodeAt(at);
      if (code === LINE_FEED || code === TAB) break;
    }
    return at;
  }
}

/** Characters of values that are given of any page, and of each character of it. */
const LEAST_GIVEN = 1_000_000;
const MOST_GIVEN = 20;

const LINE_FEED = 10;
const TAB = 9;

function isWhite(code: number): boolean {
  return code === 32 || code === LINE_FEED || code === TAB || code === 0xa0;
}

const paragraphs: ReadonlySet<number> = new Set([
  tagIds.p,
  tagIds.li,
  tagIds.blockquote,
  tagIds.pre,
]);

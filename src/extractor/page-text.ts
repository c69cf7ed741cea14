import { isBlock, NodeKind, tagIds, walk, type NodeId, type Tree, type View } from "../html/index.ts";

/** Where something begins and ends in the text. */
export type Span = readonly [from: number, to: number];

/** A run of text on a line or in a cell of its own. */
export interface Line {
  readonly from: number;
  readonly to: number;
  /** The first text node in it. */
  readonly node: NodeId;
}

/** Around text that is struck out: an old price. */
const STRUCK_FROM = "\uE000";
const STRUCK_TO = "\uE001";
const STRUCK_PARTS = /\uE000[^\uE001]*\uE001?/g;
const STRUCK_MARKS = /[\uE000\uE001]/g;

const struckTags: ReadonlySet<number> = new Set([tagIds.del, tagIds.s, tagIds.strike]);
const STRUCK_CLASS =
  /(?:^|[\s_-])(?:strike(?:through|d)?|struck|crossed|line-through|(?:old|was|before|regular|list|compare(?:-at)?|original)[_-]{1,2}price|price[_-]{1,2}(?:old|was|before|regular|list|compare|original))(?:$|[\s_-])/i;

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

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

  /** The elements in an element, itself first. */
  elementsIn(scope: NodeId): readonly NodeId[] {
    return this.elements.slice(this.#first[scope], this.#last[scope]);
  }

  /** Text between two places on one line, white space folded, without what is struck out. */
  slice(from: number, to: number): string {
    return withoutStruck(this.#flow.slice(from, to));
  }

  /** A node's text on one line. */
  text(node: NodeId): string {
    const [from, to] = this.range(node);
    return this.slice(from, to);
  }

  /** Whether the text at a place is struck out. */
  isStruck(at: number): boolean {
    return this.#struck.some(([from, to]) => from <= at && at < to);
  }

  /** A node's text by lines and cells. */
  linesIn(node: NodeId): string[] {
    const [from, to] = this.range(node);
    const parts = this.#flow.slice(from, to).split(/[\n\t]/);
    return parts.map((part) => withoutStruck(part)).filter((part) => part !== "");
  }

  /** The paragraphs, lists and quotations in a node on one line; empty without any. */
  paragraphsIn(node: NodeId): string {
    const inside = this.elementsIn(node).filter((each) => paragraphs.has(this.tree.tag(each)));
    return fold(inside.map((each) => this.text(each)).join(" "));
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
    for (let next = 0; next < texts.length; ) {
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

const LINE_FEED = 10;
const TAB = 9;

function isWhite(code: number): boolean {
  return code === 32 || code === LINE_FEED || code === TAB || code === 0xa0;
}

const paragraphs: ReadonlySet<number> = new Set([tagIds.p, tagIds.li, tagIds.blockquote, tagIds.pre]);

function withoutStruck(text: string): string {
  if (!text.includes(STRUCK_FROM) && !text.includes(STRUCK_TO)) return fold(text);
  const isInside = text.includes(STRUCK_TO) && !text.includes(STRUCK_FROM);
  return fold(isInside ? text.replace(STRUCK_MARKS, "") : text.replace(STRUCK_PARTS, " "));
}

/** A text with its white space folded. */
export function fold(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

class FlowWriter {
  readonly pieces: string[] = [];
  readonly elements: NodeId[] = [];
  readonly texts: (readonly [at: number, node: NodeId])[] = [];
  /** What is struck out; none is in another. */
  readonly struck: Span[] = [];
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly first: Int32Array;
  readonly last: Int32Array;
  readonly #tree: Tree;
  #length = 0;
  #tail = "\n";
  #edge = false;
  #superscript = 0;
  /** The element that strikes out what is written now; -1 for none. */
  #struckBy: NodeId = -1;

  constructor(tree: Tree) {
    this.#tree = tree;
    this.from = new Int32Array(tree.size);
    this.to = new Int32Array(tree.size);
    this.first = new Int32Array(tree.size);
    this.last = new Int32Array(tree.size);
  }

  enter(node: NodeId): boolean {
    const tree = this.#tree;
    if (tree.kind(node) === NodeKind.text) {
      this.#write(node);
      return false;
    }
    const tag = tree.tag(node);
    if (tag === tagIds.br || isBlock(tag)) this.#end("\n");
    else if (tag === tagIds.td || tag === tagIds.th) this.#end("\t");
    else this.#edge = true;
    if (tag === tagIds.sup) this.#superscript++;
    this.first[node] = this.elements.length;
    if (tree.kind(node) === NodeKind.element) this.elements.push(node);
    if (this.#struckBy === -1 && isStruckOut(tree, node)) {
      this.#struckBy = node;
      this.#add(STRUCK_FROM);
    }
    this.from[node] = this.#length;
    return true;
  }

  leave(node: NodeId): void {
    const tree = this.#tree;
    if (tree.kind(node) === NodeKind.text) return;
    const tag = tree.tag(node);
    this.to[node] = this.#length;
    this.last[node] = this.elements.length;
    if (this.#struckBy === node) {
      this.struck.push([this.from[node] as number, this.#length]);
      this.#struckBy = -1;
      this.#add(STRUCK_TO);
    }
    if (tag === tagIds.sup) this.#superscript--;
    if (isBlock(tag)) this.#end("\n");
    else if (tag === tagIds.td || tag === tagIds.th) this.#end("\t");
    else this.#edge = true;
  }

  #write(node: NodeId): void {
    const written = this.#tree.text(node).replace(/\s+/g, " ");
    this.from[node] = this.#length;
    if (written === " " || written === "") {
      if (this.#tail !== "\n" && this.#tail !== "\t" && written === " ") this.#space();
      this.to[node] = this.#length;
      return;
    }
    if (this.#edge && this.#isApart(written)) this.#space();
    this.#edge = false;
    const text = this.#superscript > 0 ? raised(written) : written;
    this.from[node] = this.#length;
    this.texts.push([this.#length, node]);
    this.#add(text);
    this.to[node] = this.#length;
  }

  #add(text: string): void {
    this.pieces.push(text);
    this.#length += text.length;
    this.#tail = text.at(-1) as string;
  }

  #space(): void {
    if (this.#tail !== " ") this.#add(" ");
  }

  #end(separator: string): void {
    this.#edge = false;
    if (this.#tail !== "\n" && this.#tail !== separator) this.#add(separator);
  }

  /** Whether what an element ends with and another begins with are two words; a number is one. */
  #isApart(text: string): boolean {
    const [before, after] = [this.#tail, text.charAt(0)];
    if (/\p{L}/u.test(before)) return /[\p{L}\p{N}\p{Sc}(]/u.test(after);
    return /[)\p{N}%]/u.test(before) && /\p{L}/u.test(after);
  }
}

function isStruckOut(tree: Tree, node: NodeId): boolean {
  if (struckTags.has(tree.tag(node))) return true;
  const style = tree.attribute(node, "style");
  if (style !== undefined && /line-through/i.test(style)) return true;
  const names = tree.attribute(node, "class");
  return names !== undefined && STRUCK_CLASS.test(names);
}

/** Digits that stand above the line, as such: cents of a price. */
function raised(text: string): string {
  return text.replace(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)] as string);
}

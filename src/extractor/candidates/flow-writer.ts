import { NodeKind, tagIds, type NodeId, type Tree } from "../../html/index.ts";
import { isBlock } from "../../html/internal.ts";

/** Where something begins and ends in the text. */
export type Span = readonly [from: number, to: number];

/** Around text that is struck out: an old price. A page's own, which only fonts of icons have, are left out. */
const STRUCK_FROM = "\uE000";
const STRUCK_TO = "\uE001";
const STRUCK_PARTS = /\uE000[^\uE001]*\uE001?/g;
const STRUCK_MARKS = /[\uE000\uE001]/g;

const struckTags: ReadonlySet<number> = new Set([tagIds.del, tagIds.s, tagIds.strike]);
const STRUCK_CLASS =
  /(?:^|[\s_-])(?:strike(?:through|d)?|struck|crossed|line-through|(?:old|was|before|regular|list|compare(?:-at)?|original)[_-]{1,2}price|price[_-]{1,2}(?:old|was|before|regular|list|compare|original))(?:$|[\s_-])/i;

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** What of a text counts: without what is struck out, unless all of it is. */
export function withoutStruck(text: string): string {
  if (!text.includes(STRUCK_FROM) && !text.includes(STRUCK_TO)) return fold(text);
  const isInside = text.includes(STRUCK_TO) && !text.includes(STRUCK_FROM);
  return fold(isInside ? text.replace(STRUCK_MARKS, "") : text.replace(STRUCK_PARTS, " "));
}

/** A text with its white space folded. */
export function fold(text: string): string {
  return /\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, " ").trim() : text.trim();
}

/** Writes the text of a view as one string, and where each node's begins and ends. */
export class FlowWriter {
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
    const written = this.#tree.text(node).replace(STRUCK_MARKS, "").replace(/\s+/g, " ");
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

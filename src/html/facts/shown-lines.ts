import { hidesItself } from "../tree/is-hidden.ts";
import { tagIds } from "../scan/tags.ts";
import { isBlock } from "../tree/text-block.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";

/** A text that a page shows by itself: of a block, a link, a `time`, a part between line breaks. */
export interface ShownLine {
  /** White space folded, never empty. */
  readonly text: string;
  /** The first text in it. */
  readonly node: NodeId;
}

/** What is read. */
interface LineRange {
  /** The element whose content is read; 0 is the page. */
  readonly root: NodeId;
  /** The node that reading begins with; it is in the root. */
  readonly from: NodeId;
  /** The node that ends reading; 0 for none. */
  readonly until: NodeId;
  /** Nodes that are read, and lines that are found, at most. */
  readonly most: number;
  readonly lines: number;
}

/**
 * The lines of a part of a page in its order, without what is hidden or for controls. Where two
 * inline elements touch without a space, as a name and a job that styles put apart, a line ends too.
 */
export function shownLines(tree: Tree, range: LineRange): ShownLine[] {
  return new LineCollector(tree).read(range);
}

class LineCollector {
  readonly #tree: Tree;
  readonly #lines: ShownLine[] = [];
  #text = "";
  #node = 0;
  /** Whether an inline element began or ended behind the text. */
  #isTouched = false;

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  read({ root, from, until, most, lines }: LineRange): ShownLine[] {
    const tree = this.#tree;
    let node = from;
    for (let seen = 0; node !== 0 && node !== until && seen < most; seen++) {
      if (this.#lines.length >= lines) return this.#lines;
      let next = this.#enter(node) ? tree.firstChild(node) : 0;
      if (next === 0) this.#pass(node);
      while (next === 0 && node !== root && node !== 0) {
        next = tree.nextSibling(node);
        if (next === 0) {
          node = tree.parent(node);
          this.#pass(node);
        }
      }
      node = next;
    }
    this.#end();
    return this.#lines;
  }

  /** Whether what is in the node is read. */
  #enter(node: NodeId): boolean {
    const tree = this.#tree;
    if (tree.kind(node) === NodeKind.text) this.#add(node);
    if (tree.kind(node) !== NodeKind.element) return false;
    this.#pass(node);
    return !UNREAD.has(tree.tag(node)) && !hidesItself(tree, node);
  }

  #pass(node: NodeId): void {
    if (this.#tree.kind(node) !== NodeKind.element) return;
    const tag = this.#tree.tag(node);
    if (isBlock(tag) || ENDS.has(tag)) this.#end();
    else this.#isTouched = true;
  }

  #add(node: NodeId): void {
    const text = this.#tree.text(node).slice(0, LONGEST);
    if (this.#isTouched && /[\p{L}\d]$/u.test(this.#text) && /^[\p{Lu}\p{Lo}\d]/u.test(text))
      this.#end();
    this.#isTouched = false;
    if (this.#text === "") this.#node = node;
    if (this.#text.length < LONGEST) this.#text += text;
    if (this.#text.trim() === "") this.#text = "";
  }

  #end(): void {
    const text = this.#text.replace(/[\s\u{200b}]+/gu, " ").trim();
    if (text !== "") this.#lines.push({ text, node: this.#node });
    this.#text = "";
    this.#isTouched = false;
  }
}

/** Characters of a line. */
const LONGEST = 2_000;

/** Inline elements that are a line by themselves. */
const ENDS = new Set<number>([tagIds.a, tagIds.br, tagIds.time, tagIds.img]);

const UNREAD = new Set<number>([
  tagIds.aside,
  tagIds.button,
  tagIds.form,
  tagIds.nav,
  tagIds.noscript,
  tagIds.script,
  tagIds.select,
  tagIds.style,
  tagIds.svg,
  tagIds.template,
]);

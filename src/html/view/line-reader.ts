import { isSpace } from "../scan/attributes.ts";
import { isSpecial, shownText } from "./shown-text.ts";
import { tagIds, type TagId } from "../scan/tags.ts";
import { isBlock } from "../tree/text-block.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";
import type { UnitWriter } from "../tree/unit-writer.ts";
import type { View } from "../tree/view.ts";

/** Reads nodes with what is below them as one line of text, white space folded. */
export class LineReader {
  readonly #view: View;
  readonly #tree: Tree;
  readonly #dropped: Uint8Array;
  readonly #codes: Uint16Array;
  readonly #out: UnitWriter;
  /** Whether white space or an end of line waits for the next word. */
  #space = false;

  /** @param out writes of the same page; empty whenever a line is read */
  constructor(view: View, out: UnitWriter) {
    const { tree, dropped } = view;
    this.#view = view;
    this.#tree = tree;
    this.#dropped = dropped;
    this.#codes = tree.codes;
    this.#out = out;
  }

  /** The text of the node, which is no slice of the page. */
  read(root: NodeId): string {
    this.#space = false;
    this.#walk(root);
    return this.#out.isEmpty ? "" : this.#out.take();
  }

  #walk(root: NodeId): void {
    const tree = this.#tree;
    const dropped = this.#dropped;
    let node = root;
    for (;;) {
      if (dropped[node] === 0 && this.#enter(node)) {
        const inside = tree.firstChild(node);
        if (inside !== 0) {
          node = inside;
          continue;
        }
      }
      let next = node === root ? 0 : tree.nextSibling(node);
      while (next === 0) {
        if (node === root) return;
        node = tree.parent(node);
        if (isBlock(tree.tag(node))) this.#space = true;
        next = node === root ? 0 : tree.nextSibling(node);
      }
      node = next;
    }
  }

  /** Reads a node; whether what is in it follows. */
  #enter(node: NodeId): boolean {
    const tree = this.#tree;
    if (tree.kind(node) !== NodeKind.text) {
      const tag = tree.tag(node);
      if (beginsLine(tag)) this.#space = true;
      return !isSpecial(tree, node) || this.#special(node);
    }
    if (tree.isBlankText(node)) {
      this.#space = true;
    } else if (tree.isPlainText(node)) {
      this.#plain(tree.start(node), tree.end(node));
    } else {
      this.#folded(tree.text(node).replace(/\s+/g, " "));
    }
    return false;
  }

  #special(node: NodeId): boolean {
    const { text, goesOn, space } = shownText(this.#view, node);
    if (space !== "kept") this.#space = space === "wanted";
    if (text !== "") this.#folded(text);
    return goesOn;
  }

  #plain(start: number, end: number): void {
    const codes = this.#codes;
    let from = start;
    let to = end;
    while (isSpace(codes[from] as number)) from++;
    while (isSpace(codes[to - 1] as number)) to--;
    this.#separate(from > start);
    this.#out.copy(from, to);
    this.#space = to < end;
  }

  #folded(text: string): void {
    const words = text.trim();
    if (words === "") {
      this.#space ||= text !== "";
      return;
    }
    this.#separate(text.startsWith(" "));
    this.#out.write(words);
    this.#space = text.endsWith(" ");
  }

  #separate(spaced: boolean): void {
    if ((spaced || this.#space) && !this.#out.isEmpty) this.#out.write(" ");
  }
}

/** Whether what follows is apart from what went before. */
function beginsLine(tag: TagId): boolean {
  return tag === tagIds.br || tag === tagIds.td || tag === tagIds.th || isBlock(tag);
}

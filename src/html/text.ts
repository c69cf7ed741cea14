import { tagIds } from "./tags.ts";
import { isBlock } from "./text-block.ts";
import { NodeKind, type NodeId, type Tree } from "./tree.ts";
import { checkView, nextNode, walk, type Visitor } from "./walk.ts";
import type { View } from "./view.ts";

/**
 * The text of a view: white space folded, blocks on lines of their own, table cells separated by
 * tabs, `pre` as it is.
 */
export function toText(view: View): string {
  checkView(view);
  const writer = new TextWriter(view.tree);
  walk(view, writer);
  return writer.finish();
}

/**
 * Characters of a view's text, white space folded, without what separates its parts.
 * @param enough where counting stops
 */
export function textLength(view: View, enough = Infinity): number {
  checkView(view);
  const { tree, dropped } = view;
  let length = 0;
  for (const root of view.roots) {
    if (dropped[root] === 1) continue;
    // The document itself is node 0.
    let node = root;
    do {
      if (tree.kind(node) === NodeKind.text) length += foldedLength(tree, node);
      node = nextNode(view, node, root);
    } while (node !== 0 && length < enough);
  }
  return Math.min(length, enough);
}

function foldedLength(tree: Tree, node: NodeId): number {
  if (tree.isBlankText(node)) return 0;
  return tree.text(node).replaceAll(WHITE, " ").trim().length;
}

const WHITE = /[ \t\n\f\r]+/g;

class TextWriter implements Visitor {
  readonly #tree: Tree;
  readonly #lines: string[] = [];
  #line = "";
  #space = false;
  #preformatted = 0;

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  enter(node: NodeId): boolean {
    const tree = this.#tree;
    if (tree.kind(node) === NodeKind.text) {
      if (this.#preformatted > 0) this.#verbatim(tree.text(node));
      else this.#fold(tree.text(node));
      return false;
    }
    const tag = tree.tag(node);
    if (tag === tagIds.br) this.#break();
    else if (tag === tagIds.td || tag === tagIds.th) this.#cell();
    else if (isBlock(tag)) this.#break();
    if (tag === tagIds.pre) this.#preformatted++;
    return true;
  }

  leave(node: NodeId): void {
    const tag = this.#tree.tag(node);
    if (tag === tagIds.pre) this.#preformatted--;
    if (isBlock(tag)) this.#break();
  }

  #fold(text: string): void {
    const words = text.replaceAll(WHITE, " ");
    if (words === "") return;
    if (words === " ") {
      this.#space = true;
      return;
    }
    const lead = words.startsWith(" ") ? 1 : 0;
    if ((this.#space || lead === 1) && this.#line !== "" && !this.#line.endsWith("\t")) {
      this.#line += " ";
    }
    this.#space = words.endsWith(" ");
    this.#line += words.slice(lead, this.#space ? -1 : undefined);
  }

  #verbatim(text: string): void {
    const [first = "", ...rest] = text.split("\n");
    this.#line += first;
    for (const line of rest) {
      this.#lines.push(this.#line.trimEnd());
      this.#line = line;
    }
  }

  #cell(): void {
    this.#space = false;
    if (this.#line !== "") this.#line += "\t";
  }

  #break(): void {
    this.#space = false;
    const line = this.#line.trimEnd();
    this.#line = "";
    if (line !== "") this.#lines.push(line);
  }

  /** Everything written so far. */
  finish(): string {
    this.#break();
    return this.#lines.join("\n");
  }
}

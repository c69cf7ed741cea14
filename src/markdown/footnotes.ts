import { tagIds, type NodeId, type Tree, type View } from "../html/index.ts";
import { following } from "./following.ts";

/** What the usual writers of footnotes name the target of a reference, and that of the way back. */
const target = /^#(?:user-content-)?fn(?!ref)[-:_]?./i;
const origin = /^#(?:user-content-)?fnref/i;
/** The part of a page that explains them. */
const section = /(?:^|\s)footnotes?(?:$|[\s_-])/i;
/** Where a definition would not be found. */
const inner = new Set<number>(
  (["li", "blockquote", "td", "th"] as const).map((name) => tagIds[name]),
);

/**
 * The footnotes of a page, as GitHub, Pandoc, markdown-it, PHP Markdown and Python-Markdown write
 * them: links to `#fn…` and, in a part of class `footnotes`, an ordered list of the targets. Looked
 * for when the first such link comes.
 */
export class Footnotes {
  readonly #view: View;
  readonly #labels = new Map<string, number>();
  readonly #items = new Map<NodeId, number>();
  readonly #lists = new Set<NodeId>();
  #isRead = false;

  constructor(view: View) {
    this.#view = view;
  }

  /** The number of the footnote that a link refers to; 0 when it does not. */
  referred(href: string): number {
    if (!target.test(href)) return 0;
    if (!this.#isRead) this.#read();
    return this.#labels.get(href.slice(1)) ?? 0;
  }

  /** Whether a link leads from a footnote back to the text. */
  isBack(href: string): boolean {
    return this.#items.size > 0 && origin.test(href);
  }

  /** Whether a list holds footnotes. */
  isList(node: NodeId): boolean {
    return this.#lists.size > 0 && this.#lists.has(node);
  }

  /** The number of the footnote that an item explains; 0 for other items. */
  explained(item: NodeId): number {
    return this.#items.size > 0 ? (this.#items.get(item) ?? 0) : 0;
  }

  #read(): void {
    this.#isRead = true;
    for (const root of this.#view.roots) {
      let node = following(this.#view, root, root);
      for (; node !== 0; node = following(this.#view, node, root)) {
        if (isSection(this.#view.tree, node)) this.#readSection(node);
      }
    }
  }

  #readSection(part: NodeId): void {
    const { tree, dropped } = this.#view;
    for (let list = tree.firstChild(part); list !== 0; list = tree.nextSibling(list)) {
      if (tree.tag(list) !== tagIds.ol || dropped[list] === 1) continue;
      for (let item = tree.firstChild(list); item !== 0; item = tree.nextSibling(item)) {
        const id = dropped[item] === 1 ? undefined : tree.attribute(item, "id");
        if (id === undefined || this.#labels.has(id)) continue;
        this.#labels.set(id, this.#items.size + 1);
        this.#items.set(item, this.#items.size + 1);
        this.#lists.add(list);
      }
    }
  }
}

function isSection(tree: Tree, node: NodeId): boolean {
  const tag = tree.tag(node);
  if (tag !== tagIds.section && tag !== tagIds.div && tag !== tagIds.aside) return false;
  if (!section.test(tree.attribute(node, "class") ?? "")) return false;
  for (let at = tree.parent(node); at !== 0; at = tree.parent(at)) {
    if (inner.has(tree.tag(at))) return false;
  }
  return true;
}

import { tagIds, type NodeId, type View } from "../../html/index.ts";
import { nextNode } from "../../html/internal.ts";
import {
  idsOf,
  blockOf,
  idIn,
  isInPart,
  kindOf,
  leadsBack,
  saysMore,
  showsSign,
  signsIn,
  termOf,
} from "./footnote-parts.ts";

/** Ids that the usual writers give footnotes. */
const named =
  /^(?:user-content-)?(?:fn(?!ref)[-:_]?.|_?(?:ftn|edn)(?!ref)|cite_note|easy-footnote-bottom-|footnote-(?!anchor|ref)|ftn\.|en\d)/i;
/** Ids of the places that they lead back to. */
const origin =
  /^(?:user-content-)?(?:fnref|_?(?:ftn|edn)ref|cite_ref|easy-footnote-\d|footnote-(?:anchor|ref))/i;
/** Classes and roles of footnotes and of the part of a page that holds them. */
const section =
  /(?:^|\s)(?:wp-block-|easy-)?(?:references|footnotes?|endnotes?|doc-endnotes?|doc-footnote)(?:$|[\s_-])/i;
/** Classes and roles of references. */
const reference =
  /(?:^|[\s_-])(?:footnote|footnotes|fn|noteref|reference|footnote-ref)(?:$|[\s_-])/i;
/** Where a definition would not be found. */
const inner = tags("li blockquote td th");
function tags(names: string): ReadonlySet<number> {
  return new Set(names.split(" ").map((name) => tagIds[name as "li"]));
}

/** References for which it is asked whether a block explains them. */
const MOST_TRIES = 8;

interface Definition {
  readonly node: NodeId;
  readonly label: number;
}

/**
 * The footnotes of a page: links that show a sign and lead to a block further down which leads back
 * to them or is named a footnote, as GitHub, Pandoc, markdown-it, kramdown, PHP Markdown,
 * MediaWiki, WordPress, Substack, Word, DocBook, docutils and EPUB write them. Looked for when the
 * first such link comes.
 */
export class Footnotes {
  readonly #view: View;
  readonly #labels = new Map<string, number>();
  readonly #items = new Map<NodeId, number>();
  readonly #lists = new Set<NodeId>();
  /** Links back and signs at the start of explanations. */
  readonly #backs = new Set<NodeId>();
  #isRead = false;

  constructor(view: View) {
    this.#view = view;
  }

  /** The number of the footnote that a link refers to; 0 when it does not. */
  referred(href: string, link: NodeId): number {
    if (!this.#isRead && (named.test(href.slice(1)) || showsSign(this.#view, link))) this.#read();
    if (this.#labels.size === 0 || this.#backs.has(link)) return 0;
    return showsSign(this.#view, link) ? (this.#labels.get(idIn(href)) ?? 0) : 0;
  }

  /** Whether a link leads from a footnote back to the text. */
  isBack(href: string, link: NodeId): boolean {
    return this.#backs.has(link) || (this.#items.size > 0 && origin.test(href.slice(1)));
  }

  /** Whether a list holds footnotes. */
  isList(node: NodeId): boolean {
    return this.#lists.size > 0 && this.#lists.has(node);
  }

  /** Whether none are known, as on most pages. */
  get isEmpty(): boolean {
    return this.#items.size === 0;
  }

  /** The number of the footnote that a block explains; 0 for other blocks. */
  explained(item: NodeId): number {
    return this.#items.size > 0 ? (this.#items.get(item) ?? 0) : 0;
  }

  /** Whether a node in a footnote only leads back to the text or repeats the sign. */
  isSign(node: NodeId): boolean {
    return this.#backs.size > 0 && this.#backs.has(node);
  }

  #read(): void {
    this.#isRead = true;
    const { links, targets } = this.#gather();
    const known = new Map<NodeId, Definition>();
    const refused = new Map<NodeId, number>();
    for (const [id, referring] of links) {
      const target = targets.get(id);
      if (target === undefined) continue;
      const node = blockOf(this.#view, target, named);
      const link = referring.find((at) => at < node);
      if (node === 0 || link === undefined) continue;
      if (!known.has(node)) {
        const tries = refused.get(node) ?? 0;
        refused.set(node, tries + 1);
        if (tries >= MOST_TRIES || !this.#explains(node, link, id)) continue;
      }
      const definition = known.get(node) ?? { node, label: known.size + 1 };
      known.set(node, definition);
      this.#labels.set(id, definition.label);
    }
    for (const { node, label } of known.values()) this.#add(node, label);
  }

  /** The links that may be references, by what they refer to, and the elements with ids. */
  #gather(): {
    readonly links: ReadonlyMap<string, readonly NodeId[]>;
    readonly targets: ReadonlyMap<string, NodeId>;
  } {
    const view = this.#view;
    const { tree } = view;
    const links = new Map<string, NodeId[]>();
    const targets = new Map<string, NodeId>();
    for (const root of view.roots) {
      for (let node = nextNode(view, root, root); node !== 0; node = nextNode(view, node, root)) {
        if (tree.firstAttribute(node) === 0) continue;
        const fresh = idsOf(tree, node).filter((id) => !targets.has(id));
        for (const id of fresh) targets.set(id, node);
        const href = tree.tag(node) === tagIds.a ? tree.attribute(node, "href") : undefined;
        if (!href?.startsWith("#") || !showsSign(view, node)) continue;
        const id = idIn(href);
        const others = links.get(id);
        if (others === undefined) links.set(id, [node]);
        else others.push(node);
      }
    }
    return { links, targets };
  }

  /** Whether a block explains what a link refers to. */
  #explains(node: NodeId, link: NodeId, id: string): boolean {
    const { tree } = this.#view;
    for (let at = tree.parent(node); at !== 0; at = tree.parent(at)) {
      if (inner.has(tree.tag(at))) return false;
    }
    if (!saysMore(this.#view, node)) return false;
    if (leadsBack(this.#view, node, link)) return true;
    const isNamed = named.test(id) || section.test(kindOf(tree, node));
    const isReference =
      reference.test(kindOf(tree, link)) || reference.test(kindOf(tree, tree.parent(link)));
    return (isNamed || isReference) && isInPart(tree, node, section);
  }

  #add(node: NodeId, label: number): void {
    const { tree } = this.#view;
    this.#items.set(node, label);
    if (tree.tag(node) === tagIds.li) this.#lists.add(tree.parent(node));
    const term = termOf(tree, node);
    if (term !== 0) this.#backs.add(term);
    for (const at of signsIn(this.#view, node)) this.#backs.add(at);
  }
}

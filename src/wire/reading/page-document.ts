import {
  NodeKind,
  parse,
  parseXml,
  documentBase,
  selectLists,
  tagIds,
  toHtml,
  toText,
  wholePage,
  type NodeId,
  type Tree,
  type View,
} from "../../html/index.ts";
import {
  escapeText,
  htmlBelow,
  linkedDataScripts,
  listThings,
  parseLinkedData,
} from "../../html/internal.ts";

/** An HTML or XML answer that is read by selectors. */
export class PageDocument {
  readonly tree: Tree;
  readonly kind: "html" | "xml";
  /** The URL that answered. */
  readonly url: string;
  readonly #lists = new Map<string, readonly NodeId[]>();
  #view: View | undefined;
  #things: readonly Readonly<Record<string, unknown>>[] | undefined;

  constructor(text: string, kind: "html" | "xml", url: string) {
    this.tree = kind === "html" ? parse(text) : parseXml(text);
    this.kind = kind;
    this.url = url;
  }

  /** Looks for several selectors at once, which is quicker than one by one. */
  prepare(selectors: readonly string[]): void {
    const wanted = [...new Set(selectors)].filter((selector) => !this.#lists.has(selector));
    const found = selectLists(this.tree, wanted);
    for (const [index, selector] of wanted.entries()) this.#lists.set(selector, found[index] ?? []);
  }

  /** The elements that match and are below `root`, in document order. */
  select(selector: string, root: NodeId = 0): readonly NodeId[] {
    this.prepare([selector]);
    const all = this.#lists.get(selector) ?? [];
    if (root === 0) return all;
    if (!this.tree.isOrdered) return all.filter((node) => this.#isBelow(node, root));
    // What is below an element follows it without a gap.
    const end = this.#lastBelow(root);
    const found: NodeId[] = [];
    for (let at = firstAbove(all, root); at < all.length; at += 1) {
      const node = all[at] ?? 0;
      if (node > end) break;
      found.push(node);
    }
    return found;
  }

  /** Text with its white space folded; of XML as it is written. */
  text(node: NodeId): string {
    if (this.kind === "xml") return this.#xmlText(node);
    return toText(this.#viewOf(node)).replace(/\s+/g, " ").trim();
  }

  /** What is inside an element as HTML; of XML its text, which is HTML in feeds, Atom's by its type. */
  html(node: NodeId): string {
    if (this.kind === "xml") return this.#xmlHtml(node);
    const inside: NodeId[] = [];
    for (let at = this.tree.firstChild(node); at !== 0; at = this.tree.nextSibling(at)) {
      inside.push(at);
    }
    return toHtml(this.tree, inside);
  }

  /** What relative URLs are relative to. */
  get baseUrl(): string | undefined {
    return this.kind === "html" ? documentBase(this.tree, this.url) : this.url;
  }

  /** What relative URLs in an element are relative to: of XML also by `xml:base` (XML Base). */
  baseUrlAt(node: NodeId): string | undefined {
    if (this.kind === "html") return this.baseUrl;
    const stated: string[] = [];
    for (let at = node; at !== 0; at = this.tree.parent(at)) {
      stated.push(this.tree.attribute(at, "xml:base") ?? "");
    }
    return stated.reduceRight((base, reference) => {
      const url = URL.parse(reference.trim(), base);
      return url !== null && /^https?:$/.test(url.protocol) ? url.href : base;
    }, this.url);
  }

  /** The name of the last outermost element, lower case; empty without one. */
  get #rootName(): string {
    const { tree } = this;
    let name = "";
    for (let node = tree.firstChild(0); node !== 0; node = tree.nextSibling(node)) {
      if (tree.kind(node) === NodeKind.element) name = tree.name(node);
    }
    return name;
  }

  /** The language that the document says it has. */
  get language(): string | undefined {
    const html = this.kind === "html" ? this.tree.firstOfTag(tagIds.html) : 0;
    return html === 0 ? undefined : this.tree.attribute(html, "lang");
  }

  /** The things of its linked data. */
  get things(): readonly Readonly<Record<string, unknown>>[] {
    this.#things ??= listThings(parseLinkedData(this.tree, linkedDataScripts(this.tree)));
    return this.#things;
  }

  #isBelow(node: NodeId, root: NodeId): boolean {
    for (let at = this.tree.parent(node); at !== 0; at = this.tree.parent(at)) {
      if (at === root) return true;
    }
    return false;
  }

  #lastBelow(root: NodeId): NodeId {
    let node = root;
    for (let at = root; at !== 0; at = this.tree.lastChild(at)) node = at;
    return node;
  }

  #viewOf(node: NodeId): View {
    this.#view ??= wholePage(this.tree, { url: this.url, hidden: "keep" });
    return { ...this.#view, roots: [node] };
  }

  /** Texts of Atom are plain where they name no type, those of RSS are HTML (RFC 4287, 3.1.1). */
  #xmlHtml(node: NodeId): string {
    const usual = /(?:^|:)feed$/.test(this.#rootName) ? "text" : "html";
    const type = this.tree.attribute(node, "type")?.trim().toLowerCase() ?? usual;
    if (/^(?:application\/)?xhtml(?:\+xml)?$/.test(type)) return htmlBelow(this.tree, node);
    const text = this.#xmlText(node);
    return usual === "text" && (type === "text" || type === "text/plain") ? escapeText(text) : text;
  }

  #xmlText(root: NodeId): string {
    const { tree } = this;
    let text = "";
    let node = tree.firstChild(root);
    while (node !== 0) {
      if (tree.kind(node) === NodeKind.text) text += tree.text(node);
      let next = tree.firstChild(node);
      while (next === 0 && node !== root && node !== 0) {
        next = tree.nextSibling(node);
        if (next === 0) node = tree.parent(node);
      }
      node = node === root ? 0 : next;
    }
    return text.trim();
  }
}

/** The place of the first number above `bound` in a list that grows. */
function firstAbove(list: readonly number[], bound: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] ?? 0) > bound) high = middle;
    else low = middle + 1;
  }
  return low;
}

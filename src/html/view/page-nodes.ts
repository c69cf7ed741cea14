import { Element, Text, type ChildNode, type ParentNode } from "domhandler";
import { tagIds } from "../scan/tags.ts";
import type { NodeId, Tree } from "../tree/tree.ts";

// Nodes with the shape of domhandler's that read the page when they are asked: most of a page's
// texts and attributes never are. They take domhandler's prototypes instead of extending its
// classes, because its constructors would make every field an own one.

/** A text of the page as a node of domhandler. */
export function pageText(tree: Tree, node: NodeId): Text {
  return new PageText(tree, node) as unknown as Text;
}

/** An element of the page as a node of domhandler, without children. */
export function pageElement(tree: Tree, node: NodeId): Element {
  return new PageElement(tree, node) as unknown as Element;
}

class PageText {
  readonly type = "text";
  parent: ParentNode | null = null;
  prev: ChildNode | null = null;
  next: ChildNode | null = null;
  startIndex: number | null = null;
  endIndex: number | null = null;
  #tree: Tree | undefined;
  readonly #node: NodeId;
  #data = "";

  constructor(tree: Tree, node: NodeId) {
    this.#tree = tree;
    this.#node = node;
  }

  get data(): string {
    if (this.#tree !== undefined) this.#data = this.#tree.text(this.#node);
    this.#tree = undefined;
    return this.#data;
  }

  set data(data: string) {
    this.#tree = undefined;
    this.#data = data;
  }
}

class PageElement {
  readonly type: "tag" | "script" | "style";
  parent: ParentNode | null = null;
  prev: ChildNode | null = null;
  next: ChildNode | null = null;
  startIndex: number | null = null;
  endIndex: number | null = null;
  children: ChildNode[] = [];
  name: string;
  /** Cheerio's serialiser knows void elements and templates by it. */
  namespace: string;
  readonly #tree: Tree;
  readonly #node: NodeId;
  #attribs: Record<string, string> | undefined = undefined;

  constructor(tree: Tree, node: NodeId) {
    const tag = tree.tag(node);
    this.type = tag === tagIds.script ? "script" : tag === tagIds.style ? "style" : "tag";
    this.name = tree.name(node);
    this.namespace = tree.isForeign(node) ? FOREIGN : HTML;
    this.#tree = tree;
    this.#node = node;
  }

  get attribs(): Record<string, string> {
    this.#attribs ??= Object.fromEntries(this.#tree.attributes(this.#node));
    return this.#attribs;
  }

  set attribs(attribs: Record<string, string>) {
    this.#attribs = attribs;
  }
}

const HTML = "http://www.w3.org/1999/xhtml";
/** Which of the two it is makes no difference to a reader of the nodes. */
const FOREIGN = "http://www.w3.org/2000/svg";

Object.setPrototypeOf(PageText.prototype, Text.prototype);
Object.setPrototypeOf(PageElement.prototype, Element.prototype);

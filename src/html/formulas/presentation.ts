import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";
import type { View } from "../tree/view.ts";

/** A part of a formula. */
export interface Part {
  readonly node: number;
  /** The local name of its element of MathML; empty for a text. */
  readonly name: string;
}

/** A formula as elements of MathML, wherever they come from. */
export interface Presentation {
  /** The elements directly in one, and the texts that are not blank. */
  parts(node: number): Part[];
  /** The text in an element, or of a text. */
  text(node: number): string;
  attribute(node: number, name: string): string | undefined;
}

/** The MathML of a page. */
export class PageMath implements Presentation {
  readonly #tree: Tree;
  readonly #dropped: Uint8Array;

  constructor({ tree, dropped }: View) {
    this.#tree = tree;
    this.#dropped = dropped;
  }

  parts(node: NodeId): Part[] {
    const parts: Part[] = [];
    const tree = this.#tree;
    for (let child = tree.firstChild(node); child !== 0; child = tree.nextSibling(child)) {
      if (this.#dropped[child] === 1 || tree.isBlankText(child)) continue;
      if (tree.kind(child) === NodeKind.text) parts.push({ node: child, name: "" });
      else if (tree.kind(child) === NodeKind.element) {
        parts.push({ node: child, name: nameOf(tree, child) });
      }
    }
    return parts;
  }

  text(root: NodeId): string {
    const tree = this.#tree;
    if (tree.kind(root) === NodeKind.text) return tree.text(root);
    let text = "";
    let node = tree.firstChild(root);
    while (node !== 0) {
      if (tree.kind(node) === NodeKind.text) text += tree.text(node);
      let next = this.#dropped[node] !== 1 ? tree.firstChild(node) : 0;
      while (next === 0 && node !== root) {
        next = tree.nextSibling(node);
        if (next === 0) node = tree.parent(node);
      }
      node = next;
    }
    return text;
  }

  attribute(node: NodeId, name: string): string | undefined {
    return this.#tree.attribute(node, name);
  }
}

/** The local name of an element: some pages write `m:mfrac`. */
function nameOf(tree: Tree, node: NodeId): string {
  return tree.name(node).replace(/^.*:/, "").toLowerCase();
}

/** An element of MathML that was made from something else. */
export interface MadeElement {
  readonly name: string;
  readonly content: string | readonly MadeElement[];
  readonly attributes?: Readonly<Record<string, string>> | undefined;
}

/** MathML that was made from what a page draws. The first element is number 0. */
export class MadeMath implements Presentation {
  readonly #elements: MadeElement[];
  readonly #numbers = new Map<MadeElement, number>();

  constructor(root: MadeElement) {
    this.#elements = [root];
  }

  parts(node: number): Part[] {
    const content = this.#elements[node]?.content ?? "";
    if (typeof content === "string") return [];
    return content.map((element) => ({ node: this.#numberOf(element), name: element.name }));
  }

  text(node: number): string {
    const content = this.#elements[node]?.content ?? "";
    if (typeof content === "string") return content;
    return content.map((element) => this.text(this.#numberOf(element))).join("");
  }

  attribute(node: number, name: string): string | undefined {
    return this.#elements[node]?.attributes?.[name];
  }

  #numberOf(element: MadeElement): number {
    const known = this.#numbers.get(element);
    if (known !== undefined) return known;
    this.#numbers.set(element, this.#elements.length);
    return this.#elements.push(element) - 1;
  }
}

import { DomNode, isElement } from "./dom-node.ts";
import type { DomElement } from "./dom-element.ts";
import { selectAll, selectFirst } from "./select.ts";

/** A node that holds elements: an element, the document or a fragment. */
export abstract class DomParent extends DomNode {
  #elements: readonly DomElement[] = [];
  #elementsOf: readonly DomNode[] | undefined = undefined;

  /** The elements among the children. */
  get children(): readonly DomElement[] {
    const { childNodes } = this;
    if (this.#elementsOf === childNodes) return this.#elements;
    this.#elementsOf = childNodes;
    this.#elements = childNodes.filter(isElement);
    return this.#elements;
  }

  /** The first element among the children. */
  get firstElementChild(): DomElement | null {
    return this.childNodes.find(isElement) ?? null;
  }

  /** The last element among the children. */
  get lastElementChild(): DomElement | null {
    return this.childNodes.findLast(isElement) ?? null;
  }

  /** Number of elements among the children. */
  get childElementCount(): number {
    return this.children.length;
  }

  /** The elements below of one name, in any case, or `*`; a list that does not change. */
  getElementsByTagName(name: string): readonly DomElement[] {
    const wanted = name.toLowerCase();
    if (wanted !== "*" && !this.ledger.names.has(wanted)) return [];
    return this.descendants().filter(({ localName }) => wanted === "*" || localName === wanted);
  }

  /** The elements below that have each of the classes. */
  getElementsByClassName(names: string): readonly DomElement[] {
    const wanted = names.split(/\s+/).filter((name) => name !== "");
    return this.descendants().filter(({ classList }) =>
      wanted.every((name) => classList.contains(name)),
    );
  }

  /** The first element below that a CSS selector finds. */
  querySelector(selector: string): DomElement | null {
    return selectFirst(this, selector);
  }

  /** The elements below that a CSS selector finds, in document order. */
  querySelectorAll(selector: string): readonly DomElement[] {
    return selectAll(this, selector);
  }

  /** Every element below, in document order. */
  protected descendants(): DomElement[] {
    const found: DomElement[] = [];
    let node: DomNode | null = this.firstChild;
    while (node !== null) {
      if (isElement(node)) found.push(node);
      let next: DomNode | null = node.firstChild;
      while (next === null && node !== null && node !== this) {
        next = node.nextSibling;
        if (next === null) node = node.parentNode;
      }
      node = next;
    }
    return found;
  }
}

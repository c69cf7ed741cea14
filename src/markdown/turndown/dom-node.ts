import type { DomElement } from "./dom-element.ts";

/** What the nodes of one conversion share. */
export interface Ledger {
  /** Grows with every change, so that what was read before is known to be old. */
  edits: number;
  /** Characters of text that may still be kept for another reading. */
  room: number;
  /** The names of all elements there have been: turndown asks blank ones for many that are not. */
  readonly names: Set<string>;
}

/** The document that nodes belong to. */
export interface DomOwner {
  readonly ledger: Ledger;
}

/** The DOM's numbers for kinds of nodes. */
export const DomKind = Object.freeze({ element: 1, text: 3, document: 9, fragment: 11 });

/**
 * A node as turndown, its plugins and rules know it from the DOM: links, reading and moving. Only
 * what they use is here; nodes are made once per conversion and may be changed freely.
 */
export abstract class DomNode {
  abstract readonly nodeType: number;
  abstract readonly nodeName: string;
  /** The document; null for the document itself. */
  readonly ownerDocument: DomOwner | null;
  /** What the nodes of the conversion share. */
  readonly ledger: Ledger;
  parentNode: DomNode | null = null;
  firstChild: DomNode | null = null;
  lastChild: DomNode | null = null;
  nextSibling: DomNode | null = null;
  previousSibling: DomNode | null = null;
  #children: readonly DomNode[] | undefined = undefined;
  #text = "";
  #textRead = -1;

  constructor(owner: DomOwner | null, ledger: Ledger) {
    this.ownerDocument = owner;
    this.ledger = ledger;
  }

  /** The text of a text node. */
  get nodeValue(): string | null {
    return null;
  }

  /** The text of all that is below. */
  get textContent(): string {
    const { ledger } = this;
    if (this.#textRead === ledger.edits) return this.#text;
    let text = "";
    for (let child = this.firstChild; child !== null; child = child.nextSibling) {
      text += child.textContent;
    }
    // Turndown reads the text of each element and all around it; kept, each is put together once.
    if (ledger.room >= text.length) {
      ledger.room -= text.length;
      this.#text = text;
      this.#textRead = ledger.edits;
    }
    return text;
  }

  /** The children; a new list after each change among them. */
  get childNodes(): readonly DomNode[] {
    if (this.#children !== undefined) return this.#children;
    const children: DomNode[] = [];
    for (let child = this.firstChild; child !== null; child = child.nextSibling) {
      children.push(child);
    }
    this.#children = children;
    return children;
  }

  /** Whether there are children. */
  hasChildNodes(): boolean {
    return this.firstChild !== null;
  }

  /** Whether `node` is this one or below it. */
  contains(node: DomNode | null): boolean {
    for (let at = node; at !== null; at = at.parentNode) if (at === this) return true;
    return false;
  }

  /** Moves a node, or what is in a fragment, to the end. */
  appendChild<T extends DomNode>(node: T): T {
    return this.insertBefore(node, null);
  }

  /** Moves a node, or what is in a fragment, before a child; without one to the end. */
  insertBefore<T extends DomNode>(node: T, next: DomNode | null): T {
    if (node.nodeType === DomKind.fragment) {
      for (const child of node.childNodes) this.insertBefore(child, next);
      return node;
    }
    if (node.contains(this)) throw new TypeError("A node cannot be inserted into itself.");
    if (node === next) return node;
    node.parentNode?.removeChild(node);
    const previous = next === null ? this.lastChild : next.previousSibling;
    node.parentNode = this;
    node.previousSibling = previous;
    node.nextSibling = next;
    if (previous === null) this.firstChild = node;
    else previous.nextSibling = node;
    if (next === null) this.lastChild = node;
    else next.previousSibling = node;
    this.#changed();
    return node;
  }

  /** Takes a child out. */
  removeChild<T extends DomNode>(node: T): T {
    if (node.parentNode !== this) throw new TypeError("The node is not a child of this node.");
    const { previousSibling, nextSibling } = node;
    if (previousSibling === null) this.firstChild = nextSibling;
    else previousSibling.nextSibling = nextSibling;
    if (nextSibling === null) this.lastChild = previousSibling;
    else nextSibling.previousSibling = previousSibling;
    node.parentNode = null;
    node.previousSibling = null;
    node.nextSibling = null;
    this.#changed();
    return node;
  }

  /** Puts a node in the place of a child, and gives the child. */
  replaceChild<T extends DomNode>(node: DomNode, old: T): T {
    if (node === old) return old;
    this.insertBefore(node, old);
    return this.removeChild(old);
  }

  /** Takes the node out of its parent. */
  remove(): void {
    this.parentNode?.removeChild(this);
  }

  /** A copy without a parent, with copies of all below when `deep`. */
  cloneNode(deep = false): DomNode {
    const copy = this.copy();
    if (!deep) return copy;
    for (let child = this.firstChild; child !== null; child = child.nextSibling) {
      copy.appendChild(child.cloneNode(true));
    }
    return copy;
  }

  protected abstract copy(): DomNode;

  #changed(): void {
    this.#children = undefined;
    this.ledger.edits += 1;
  }
}

/** Whether the node is an element. */
export function isElement(node: DomNode): node is DomElement {
  return node.nodeType === DomKind.element;
}

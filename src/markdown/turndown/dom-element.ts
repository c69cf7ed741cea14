import { ClassList } from "./class-list.ts";
import { DomKind, type DomOwner } from "./dom-node.ts";
import { DomParent } from "./dom-parent.ts";
import { DomText } from "./dom-text.ts";
import { mirrorAttributes } from "./mirror-attributes.ts";
import { camelCase, readStyle } from "./read-style.ts";
import { isSelected } from "./select.ts";
import { serialize } from "./serialize.ts";
import { isCell, partOf, rowsOf } from "./table-parts.ts";

/** What an element is made of. */
export interface ElementParts {
  /** The name in lower case. */
  readonly name: string;
  /** Whether it is of svg or math, where names keep their case. */
  readonly foreign?: boolean;
  /** The node of the page that it stands for; 0 for one made by a rule. */
  readonly origin?: number;
  /** Called once, when an attribute is asked for. */
  readonly attributes: (origin: number) => Map<string, string>;
}

/** An element as rules see it. Properties that mirror an attribute read the attribute. */
export class DomElement extends DomParent {
  override readonly nodeType = DomKind.element;
  override readonly nodeName: string;
  /** The name in lower case. */
  readonly localName: string;
  readonly #owner: DomOwner;
  readonly #parts: ElementParts;
  #attributes: Map<string, string> | undefined = undefined;

  constructor(owner: DomOwner, parts: ElementParts) {
    super(owner, owner.ledger);
    this.#owner = owner;
    this.#parts = parts;
    this.localName = parts.name;
    owner.ledger.names.add(parts.name);
    this.nodeName = parts.foreign === true ? parts.name : parts.name.toUpperCase();
  }

  /** The same as `nodeName`. */
  get tagName(): string {
    return this.nodeName;
  }

  /** The node of the page that it stands for; 0 for one made by a rule. */
  get origin(): number {
    return this.#parts.origin ?? 0;
  }

  /** The parent, when it is an element. */
  get parentElement(): DomElement | null {
    return this.parentNode instanceof DomElement ? this.parentNode : null;
  }

  /** The next element among the siblings. */
  get nextElementSibling(): DomElement | null {
    let node = this.nextSibling;
    while (node !== null && !(node instanceof DomElement)) node = node.nextSibling;
    return node;
  }

  /** The previous element among the siblings. */
  get previousElementSibling(): DomElement | null {
    let node = this.previousSibling;
    while (node !== null && !(node instanceof DomElement)) node = node.previousSibling;
    return node;
  }

  /** The attribute's value; null without it. */
  getAttribute(name: string): string | null {
    return this.#map.get(name.toLowerCase()) ?? null;
  }

  /** Whether the attribute is there. */
  hasAttribute(name: string): boolean {
    return this.#map.has(name.toLowerCase());
  }

  /** Sets an attribute. */
  setAttribute(name: string, value: string): void {
    this.#map.set(name.toLowerCase(), value);
  }

  /** Takes an attribute off. */
  removeAttribute(name: string): void {
    this.#map.delete(name.toLowerCase());
  }

  /** The names of the attributes. */
  getAttributeNames(): readonly string[] {
    return [...this.#map.keys()];
  }

  /** Whether there are attributes. */
  hasAttributes(): boolean {
    return this.#map.size > 0;
  }

  /** The attributes; a list that does not change. */
  get attributes(): readonly { readonly name: string; readonly value: string }[] {
    return Array.from(this.#map, ([name, value]) => ({ name, value }));
  }

  get #map(): Map<string, string> {
    this.#attributes ??= this.#parts.attributes(this.origin);
    return this.#attributes;
  }

  override get textContent(): string {
    return super.textContent;
  }

  override set textContent(text: string) {
    while (this.firstChild !== null) this.removeChild(this.firstChild);
    if (text !== "") this.appendChild(new DomText(this.#owner, text));
  }

  /** The same as `textContent`. */
  get innerText(): string {
    return this.textContent;
  }

  /** What is in the element, as HTML. */
  get innerHTML(): string {
    return this.childNodes.map((child) => serialize(child)).join("");
  }

  /** The element as HTML. */
  get outerHTML(): string {
    return serialize(this);
  }

  /** Whether a CSS selector finds the element. */
  matches(selector: string): boolean {
    return isSelected(this, selector);
  }

  /** The element itself or the nearest around it that a CSS selector finds. */
  closest(selector: string): DomElement | null {
    return this.matches(selector) ? this : (this.parentElement?.closest(selector) ?? null);
  }

  /** The classes; a list that does not change. */
  get classList(): ClassList {
    return new ClassList(this.getAttribute("class") ?? "");
  }

  /** The inline style by property in camelCase. */
  get style(): Readonly<Record<string, string>> {
    return readStyle(this.getAttribute("style") ?? "");
  }

  /** The `data-` attributes by the rest of their names in camelCase. */
  get dataset(): Readonly<Record<string, string>> {
    const found = [...this.#map].filter(([name]) => name.startsWith("data-"));
    return Object.fromEntries(found.map(([name, value]) => [camelCase(name.slice(5)), value]));
  }

  /** The rows of a table (head, bodies, foot) or of a part of one; undefined on other elements. */
  get rows(): readonly DomElement[] | undefined {
    return rowsOf(this);
  }

  /** The cells of a row; undefined on other elements. */
  get cells(): readonly DomElement[] | undefined {
    return this.localName === "tr" ? this.children.filter(isCell) : undefined;
  }

  /** The head of a table; null without one; undefined on other elements. */
  get tHead(): DomElement | null | undefined {
    return partOf(this, "thead");
  }

  /** The foot of a table. */
  get tFoot(): DomElement | null | undefined {
    return partOf(this, "tfoot");
  }

  /** The caption of a table. */
  get caption(): DomElement | null | undefined {
    return partOf(this, "caption");
  }

  protected override copy(): DomElement {
    const copy = new DomElement(this.#owner, this.#parts);
    if (this.#attributes !== undefined) copy.#attributes = new Map(this.#attributes);
    return copy;
  }
}

mirrorAttributes(DomElement.prototype);

import { DomKind, DomNode, type DomOwner } from "./dom-node.ts";

/** A run of text. */
export class DomText extends DomNode {
  override readonly nodeType = DomKind.text;
  override readonly nodeName = "#text";
  readonly #owner: DomOwner;
  #data: string;

  constructor(owner: DomOwner, data: string) {
    super(owner, owner.ledger);
    this.#owner = owner;
    this.#data = data;
  }

  /** The text. */
  get data(): string {
    return this.#data;
  }

  set data(text: string) {
    if (text === this.#data) return;
    this.#data = text;
    this.ledger.edits += 1;
  }

  override get nodeValue(): string {
    return this.#data;
  }

  override set nodeValue(text: string) {
    this.data = text;
  }

  override get textContent(): string {
    return this.#data;
  }

  override set textContent(text: string) {
    this.data = text;
  }

  protected override copy(): DomText {
    return new DomText(this.#owner, this.#data);
  }
}

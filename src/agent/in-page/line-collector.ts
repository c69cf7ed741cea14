import type { PageNode } from "../view/page-node.ts";

/** Runs in a page's isolated world, as source: the lines of a block, with its running text between. */
export class LineCollector {
  readonly nodes: PageNode[] = [];
  readonly #number: (element: Element) => number;
  readonly #isCovered: (element: Element) => boolean;
  #text = "";
  #owner: Element | undefined;

  constructor(number: (element: Element) => number, isCovered: (element: Element) => boolean) {
    this.#number = number;
    this.#isCovered = isCovered;
  }

  /** Goes on with the running text. */
  write(text: string, owner: Element): void {
    this.#text += text;
    if (/\S/.test(text)) this.#owner ??= owner;
  }

  /** Ends the running text: what follows is a line of its own. */
  endText(): void {
    const value = this.#text.replaceAll(/[\s\u200b\ufeff]+/g, " ").trim();
    const owner = this.#owner;
    this.#text = "";
    this.#owner = undefined;
    if (value === "" || owner === undefined || this.#isCovered(owner)) return;
    this.nodes.push({ role: "text", value, id: this.#number(owner) });
  }

  add(...nodes: readonly PageNode[]): void {
    this.endText();
    this.nodes.push(...nodes);
  }
}

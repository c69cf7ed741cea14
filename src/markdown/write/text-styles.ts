import type { NodeId } from "../../html/index.ts";
import type { TextStyle } from "./text-style.ts";

interface StyledElement {
  readonly node: NodeId;
  /** The styles that it turned on or off. */
  readonly changed: readonly (keyof TextStyle)[];
  /** Whether its style makes a block of it. */
  readonly isBlock: boolean;
}

/** The styles at the current position, and the elements around it that changed them. */
export class TextStyles {
  readonly #now = { strong: false, emphasis: false, strike: false };
  readonly #open: StyledElement[] = [];

  /** Whether the text has to change for the wanted style. */
  changes(name: keyof TextStyle, wanted: boolean | undefined): boolean {
    return wanted !== undefined && wanted !== this.#now[name];
  }

  /** An element begins that {@link end} will ask for. */
  begin(element: StyledElement): void {
    this.#open.push(element);
  }

  /** What an element that ends changed; undefined when it changed nothing. */
  end(node: NodeId): StyledElement | undefined {
    return this.#open.at(-1)?.node === node ? this.#open.pop() : undefined;
  }

  /** Turns a style on or off; gives whether it is on. */
  toggle(name: keyof TextStyle): boolean {
    this.#now[name] = !this.#now[name];
    return this.#now[name];
  }
}

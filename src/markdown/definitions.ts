import { destination, linkTitle } from "./destination.ts";

/** The link definitions at the end of a document with reference links. */
export class Definitions {
  readonly #numbers = new Map<string, number>();

  /** Number of definitions. */
  get size(): number {
    return this.#numbers.size;
  }

  /** The label of a target; the same target has the same one. */
  add(url: string, title: string | undefined): number {
    const target = this.inline(url, title);
    const known = this.#numbers.get(target);
    if (known !== undefined) return known;
    const number = this.#numbers.size + 1;
    this.#numbers.set(target, number);
    return number;
  }

  /** Destination and title as they stand in the parentheses of a link. */
  inline(url: string, title: string | undefined): string {
    return destination(url) + linkTitle(title);
  }

  /** All definitions, one per line. */
  toString(): string {
    return [...this.#numbers].map(([target, number]) => `[${number}]: ${target}`).join("\n");
  }
}

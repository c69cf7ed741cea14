/** The link definitions at the end of a document with reference links. */
export class Definitions {
  readonly #numbers = new Map<string, number>();

  /** Number of definitions. */
  get size(): number {
    return this.#numbers.size;
  }

  /** The label of a target, its destination and title; the same target has the same one. */
  add(target: string): number {
    const known = this.#numbers.get(target);
    if (known !== undefined) return known;
    const number = this.#numbers.size + 1;
    this.#numbers.set(target, number);
    return number;
  }

  /** All definitions, one per line. */
  toString(): string {
    return [...this.#numbers].map(([target, number]) => `[${number}]: ${target}`).join("\n");
  }
}

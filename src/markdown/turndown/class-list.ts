/** The classes of an element. */
export class ClassList {
  readonly #names: readonly string[];

  /** @param value of the `class` attribute */
  constructor(value: string) {
    this.#names = value.split(/\s+/).filter((name) => name !== "");
  }

  /** Number of classes. */
  get length(): number {
    return this.#names.length;
  }

  /** Whether the class is among them. */
  contains(name: string): boolean {
    return this.#names.includes(name);
  }

  /** The class at an index; null beyond the end. */
  item(index: number): string | null {
    return this.#names[index] ?? null;
  }

  /** The classes, one after the other. */
  [Symbol.iterator](): IterableIterator<string> {
    return this.#names.values();
  }
}

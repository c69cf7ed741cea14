/** Compact when this many places are empty and they are the half of all. */
const MOST_EMPTY = 1024;

/** First in, first out; whoever waits may leave. Every step takes constant time. */
export class WaitingLine<T> {
  #order: T[] = [];
  #head = 0;
  readonly #waiting = new Set<T>();

  /** How many wait. */
  get size(): number {
    return this.#waiting.size;
  }

  add(item: T): void {
    this.#waiting.add(item);
    this.#order.push(item);
  }

  /** Lets an item leave; whether it was still waiting. */
  remove(item: T): boolean {
    return this.#waiting.delete(item);
  }

  /** The first, which then waits no longer; undefined when nobody waits. */
  take(): T | undefined {
    while (this.#head < this.#order.length) {
      const item = this.#order[this.#head++] as T;
      if (this.#head > MOST_EMPTY && this.#head * 2 > this.#order.length) {
        this.#order = this.#order.slice(this.#head);
        this.#head = 0;
      }
      if (this.#waiting.delete(item)) return item;
    }
    this.#order = [];
    this.#head = 0;
    return undefined;
  }
}

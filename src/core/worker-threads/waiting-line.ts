/** Compact when this many places are empty and they are the half of all. */
const MOST_EMPTY = 1024;

/** A place in a line. */
export interface Place {
  /** Gives up the place; whether it was still taken. */
  leave(): boolean;
}

/**
 * First in, first out; one that waits may leave. Every step takes constant time. There is no Map or
 * Set of those who wait: outgrown tables of one are chained to the next, and would keep what passed
 * through until the whole heap is cleaned up.
 */
export class WaitingLine<T> {
  /** Places before the head are emptied, so that nothing that was taken is kept. */
  #order: (TakenPlace<T> | undefined)[] = [];
  #head = 0;
  readonly #count = { waiting: 0 };

  /** How many wait. */
  get size(): number {
    return this.#count.waiting;
  }

  add(item: T): Place {
    const place = new TakenPlace(item, this.#count);
    this.#order.push(place);
    return place;
  }

  /** The first, which then waits no longer; undefined when nobody waits. */
  take(): T | undefined {
    while (this.#head < this.#order.length) {
      const place = this.#order[this.#head];
      this.#order[this.#head] = undefined;
      this.#head += 1;
      this.#compact();
      const { item } = place ?? {};
      if (place?.leave() === true) return item;
    }
    this.#order = [];
    this.#head = 0;
    return undefined;
  }

  #compact(): void {
    if (this.#head <= MOST_EMPTY || this.#head * 2 <= this.#order.length) return;
    this.#order = this.#order.slice(this.#head);
    this.#head = 0;
  }
}

class TakenPlace<T> implements Place {
  item: T | undefined;
  readonly #count: { waiting: number };
  #taken = true;

  constructor(item: T, count: { waiting: number }) {
    this.item = item;
    this.#count = count;
    count.waiting += 1;
  }

  leave(): boolean {
    if (!this.#taken) return false;
    this.#taken = false;
    this.item = undefined;
    this.#count.waiting -= 1;
    return true;
  }
}

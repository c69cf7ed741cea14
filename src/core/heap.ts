/** A binary heap: what `before` everything else comes out first. */
export class Heap<Item> {
  readonly #items: Item[] = [];
  readonly #before: (a: Item, b: Item) => boolean;

  constructor(before: (a: Item, b: Item) => boolean) {
    this.#before = before;
  }

  get first(): Item | undefined {
    return this.#items[0];
  }

  add(item: Item): void {
    const items = this.#items;
    let at = items.length;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = items[above] as Item;
      if (!this.#before(item, parent)) break;
      items[at] = parent;
      at = above;
    }
    items[at] = item;
  }

  /** Takes the first item out. */
  take(): Item | undefined {
    const first = this.#items[0];
    const last = this.#items.pop();
    if (last !== undefined && this.#items.length > 0) this.#sink(last);
    return first;
  }

  /** Takes everything out, in no order. */
  drain(): Item[] {
    return this.#items.splice(0);
  }

  #sink(item: Item): void {
    const items = this.#items;
    let at = 0;
    for (let child = 1; child < items.length; child = 2 * at + 1) {
      const [left, right] = [items[child] as Item, items[child + 1]];
      const least = right !== undefined && this.#before(right, left) ? child + 1 : child;
      const smaller = items[least] as Item;
      if (!this.#before(smaller, item)) break;
      items[at] = smaller;
      at = least;
    }
    items[at] = item;
  }
}

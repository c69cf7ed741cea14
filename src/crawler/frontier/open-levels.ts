/** How many URLs are open at each depth. */
export class OpenLevels {
  readonly #counts = new Map<number, number>();

  /** @param by how many more are open; fewer when negative */
  add(depth: number, by: number): void {
    const count = (this.#counts.get(depth) ?? 0) + by;
    if (count === 0) this.#counts.delete(depth);
    else this.#counts.set(depth, count);
  }

  /** The least depth of an open URL; undefined when none is open. */
  get lowest(): number | undefined {
    let lowest: number | undefined;
    for (const depth of this.#counts.keys()) {
      if (lowest === undefined || depth < lowest) lowest = depth;
    }
    return lowest;
  }

  /** Depths and how many URLs are open at each. */
  entries(): Iterable<readonly [depth: number, count: number]> {
    return this.#counts;
  }
}

/**
 * A waiting line of several tenants. Who holds the least goes first, then who was served the
 * longest ago; the items of one tenant keep their order. A waiting item may leave.
 */
export class TenantLine<T> {
  /** In the order in which they were served; only tenants that wait. */
  readonly #tenants = new Map<string, Set<T>>();
  #size = 0;

  /** How many wait. */
  get size(): number {
    return this.#size;
  }

  add(tenant: string, item: T): void {
    const items = this.#tenants.get(tenant);
    if (items === undefined) this.#tenants.set(tenant, new Set([item]));
    else items.add(item);
    this.#size += 1;
  }

  /** Puts an item before the others of its tenant. */
  addFirst(tenant: string, item: T): void {
    this.#tenants.set(tenant, new Set([item, ...(this.#tenants.get(tenant) ?? [])]));
    this.#size += 1;
  }

  /** Lets an item leave; whether it was still waiting. */
  remove(tenant: string, item: T): boolean {
    const items = this.#tenants.get(tenant);
    if (items?.delete(item) !== true) return false;
    if (items.size === 0) this.#tenants.delete(tenant);
    this.#size -= 1;
    return true;
  }

  /** The next, which then waits no longer; undefined when nobody waits. */
  take(heldBy: (tenant: string) => number): T | undefined {
    let least = Number.POSITIVE_INFINITY;
    let next: string | undefined;
    for (const tenant of this.#tenants.keys()) {
      const held = heldBy(tenant);
      if (held < least) [least, next] = [held, tenant];
    }
    if (next === undefined) return undefined;
    const items = this.#tenants.get(next) ?? new Set<T>();
    const [item] = items;
    if (item === undefined) return undefined;
    this.remove(next, item);
    // To the end: the others have been waiting for longer.
    if (this.#tenants.delete(next)) this.#tenants.set(next, items);
    return item;
  }

  /** Empties the line and gives who waited. */
  drain(): T[] {
    const all = [...this.#tenants.values()].flatMap((items) => [...items]);
    this.#tenants.clear();
    this.#size = 0;
    return all;
  }
}

/** Counts the pages that are leased, in all and by tenant. */
export class PageSlots {
  readonly #byTenant = new Map<string, number>();
  #held = 0;

  /** Pages leased, opened or closed now. */
  get held(): number {
    return this.#held;
  }

  heldBy(tenant: string): number {
    return this.#byTenant.get(tenant) ?? 0;
  }

  take(tenant: string): void {
    this.#held += 1;
    this.#byTenant.set(tenant, this.heldBy(tenant) + 1);
  }

  give(tenant: string): void {
    this.#held -= 1;
    const left = this.heldBy(tenant) - 1;
    if (left > 0) this.#byTenant.set(tenant, left);
    else this.#byTenant.delete(tenant);
  }
}

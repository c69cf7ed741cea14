import type { LeaseCall } from "../page-lease.ts";

/** What leases must have in common to take turns on one page. */
export class LeaseKeys {
  /** Two saved sessions are the same when they are one object: their contents may be large. */
  readonly #states = new WeakMap<object, number>();
  #count = 0;

  /** Undefined without a job: such a lease gets a context of its own. */
  of(call: LeaseCall): string | undefined {
    if (call.job === undefined) return undefined;
    const { tenant = "", job, proxy, country, state, url } = call;
    const site = url === undefined ? null : (URL.parse(url)?.host ?? url);
    const saved = state === undefined ? null : this.#numberOf(state);
    return JSON.stringify([tenant, job, proxy?.href ?? null, country ?? null, saved, site]);
  }

  #numberOf(state: object): number {
    const known = this.#states.get(state);
    if (known !== undefined) return known;
    this.#count += 1;
    this.#states.set(state, this.#count);
    return this.#count;
  }
}

import type { DriverPage } from "../driver.ts";
import { blockResources, type BlockedType } from "./block-resources.ts";

interface Blocking extends AsyncDisposable {
  /** The types, in a fixed order. */
  readonly key: string;
}

/** What pages do not load now; changed only where a page is to block something else than before. */
export class PageBlocking {
  readonly #pages = new WeakMap<DriverPage, Blocking>();

  /** @throws CoreError `INVALID_OPTION`; the driver's error when the page is gone */
  async set(page: DriverPage, types: readonly BlockedType[]): Promise<void> {
    const key = [...new Set(types)].toSorted().join();
    const present = this.#pages.get(page);
    if ((present?.key ?? "") === key) return;
    this.#pages.delete(page);
    await present?.[Symbol.asyncDispose]();
    const blocked = await blockResources(page, types);
    this.#pages.set(page, { key, [Symbol.asyncDispose]: () => blocked[Symbol.asyncDispose]() });
  }
}

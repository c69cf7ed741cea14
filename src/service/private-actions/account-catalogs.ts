import type { Call } from "../../storage/index.ts";
import type { Catalog } from "../../wire/index.ts";
import type { PrivateActionStore } from "./private-action-store.ts";

/** Accounts whose catalog is kept ready. */
const MOST = 100;

/** A catalog that was made, and of what. */
interface Made {
  readonly base: readonly unknown[];
  readonly rows: string;
  readonly catalog: Catalog;
}

/** The catalogs of accounts: what all see, and their own actions. */
export class AccountCatalogs {
  readonly #base: Catalog;
  readonly #store: PrivateActionStore;
  readonly #made = new Map<string, Made>();

  constructor(base: Catalog, store: PrivateActionStore) {
    this.#base = base;
    this.#store = store;
  }

  /** As `Wire.catalogOf`. */
  async of(account: string | undefined, call: Call): Promise<Catalog> {
    if (account === undefined) return this.#base;
    const rows = await this.#store.rows(account, call);
    if (rows.length === 0) return this.#base;
    const versions = rows.map(({ id, version }) => `${id} ${version}`).join();
    const base = this.#base.actions();
    const known = this.#made.get(account);
    this.#made.delete(account);
    const isFresh = known?.rows === versions && known.base === base;
    const own = () => rows.flatMap((row) => this.#store.actionOf(row));
    const catalog = isFresh ? known.catalog : this.#base.with(own());
    this.#made.set(account, { base, rows: versions, catalog });
    const [oldest] = this.#made.keys();
    if (this.#made.size > MOST && oldest !== undefined) this.#made.delete(oldest);
    return catalog;
  }
}

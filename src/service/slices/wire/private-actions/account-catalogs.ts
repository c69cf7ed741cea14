import type { Call } from "../../../../storage/index.ts";
import type { Catalog } from "../../../../wire/index.ts";
import { actionOf, type PrivateActionStore } from "./private-action-store.ts";

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
  readonly #common: () => Promise<Catalog>;
  readonly #store: PrivateActionStore;
  readonly #made = new Map<string, Made>();

  constructor(common: () => Promise<Catalog>, store: PrivateActionStore) {
    this.#common = common;
    this.#store = store;
  }

  /** As `Wire.catalogOf`. */
  async of(account: string | undefined, call: Call): Promise<Catalog> {
    const common = await this.#common();
    if (account === undefined) return common;
    const rows = await this.#store.rows(account, call);
    if (rows.length === 0) return common;
    const versions = rows.map(({ id, version }) => `${id} ${version}`).join();
    const base = common.actions();
    const known = this.#made.get(account);
    this.#made.delete(account);
    const isFresh = known?.rows === versions && known.base === base;
    const own = () => rows.flatMap((row) => actionOf(row, common));
    const catalog = isFresh ? known.catalog : common.with(own());
    this.#made.set(account, { base, rows: versions, catalog });
    const [oldest] = this.#made.keys();
    if (this.#made.size > MOST && oldest !== undefined) this.#made.delete(oldest);
    return catalog;
  }
}

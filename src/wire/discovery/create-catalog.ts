import { checkArgument } from "../../core/index.ts";
import type { Action } from "../format/action.ts";
import type { ActionQuery, Catalog } from "./catalog.ts";
import { ActionIndex } from "./action-index.ts";
import type { Site } from "../format/action-schema.ts";
import { WireError } from "../wire-error.ts";

/**
 * Makes a catalog of sites and actions; sites of actions need not be given.
 * @throws WireError `DUPLICATE_ACTION` when two actions have one id, or two sites one slug
 * @see {@link loadCatalog} for an example
 */
export function createCatalog(sites: readonly Site[], actions: readonly Action[]): Catalog {
  return new MemoryCatalog(sites, actions);
}

/**
 * One catalog of several, as they are now.
 * @throws WireError `DUPLICATE_ACTION` when two actions have one id, or two sites one slug
 * @see {@link loadCatalog} for an example
 */
export function combineCatalogs(catalogs: readonly Catalog[]): Catalog {
  checkArgument("catalogs of combineCatalogs(catalogs)", catalogs, "array");
  for (const each of catalogs) {
    checkArgument("a catalog of combineCatalogs(catalogs)", each, "object");
  }
  return createCatalog(
    catalogs.flatMap((catalog) => catalog.sites()),
    catalogs.flatMap((catalog) => catalog.actions()),
  );
}

class MemoryCatalog implements Catalog {
  readonly #sites = new Map<string, Site>();
  readonly #actions = new Map<string, Action>();
  readonly #bySite: ReadonlyMap<string, readonly Action[]>;
  readonly #sitesByName: readonly Site[];
  readonly #actionsById: readonly Action[];
  #index: ActionIndex | undefined;

  constructor(sites: readonly Site[], actions: readonly Action[]) {
    checkArgument("sites of createCatalog(sites, actions)", sites, "iterable");
    checkArgument("actions of createCatalog(sites, actions)", actions, "iterable");
    for (const site of sites) addOnce(this.#sites, site.slug, site);
    for (const action of actions) {
      addOnce(this.#actions, action.info.action_id, action);
      const { site } = action;
      if (!this.#sites.has(site.slug)) this.#sites.set(site.slug, site);
    }
    this.#sitesByName = [...this.#sites.values()].toSorted(
      (a, b) => a.name.localeCompare(b.name, "en") || compare(a.slug, b.slug),
    );
    this.#actionsById = [...this.#actions.values()].toSorted((a, b) =>
      compare(a.info.action_id, b.info.action_id),
    );
    this.#bySite = Map.groupBy(this.#actionsById, ({ site }) => site.slug);
  }

  sites(): readonly Site[] {
    return this.#sitesByName;
  }

  site(slug: string): Site | undefined {
    return this.#sites.get(slug);
  }

  actions(slug?: string): readonly Action[] {
    return slug === undefined ? this.#actionsById : (this.#bySite.get(slug) ?? []);
  }

  action(id: string): Action | undefined {
    return this.#actions.get(id);
  }

  resolve(query: ActionQuery): readonly Action[] {
    checkArgument("query of resolve({ text })", query, "object");
    const { text, limit = Infinity, ...filters } = query;
    const fits = (action: Action): boolean => passes(action, filters);
    if (text === undefined) return this.#actionsById.filter(fits).slice(0, limit);
    this.#index ??= new ActionIndex(this.#actionsById);
    return this.#index.rank(text).filter(fits).slice(0, limit);
  }

  with(actions: readonly Action[]): Catalog {
    checkArgument("actions of with(actions)", actions, "array");
    if (actions.length === 0) return this;
    return createCatalog(this.#sitesByName, [...this.#actionsById, ...actions]);
  }
}

type Filters = Omit<ActionQuery, "text" | "limit">;

function passes({ info, site }: Action, { catalog, category, type, ...auth }: Filters): boolean {
  if (catalog !== undefined && site.slug !== catalog) return false;
  if (category !== undefined && site.category !== category) return false;
  if (type !== undefined && info.type !== type) return false;
  if (auth.authMode !== undefined) return info.auth_mode === auth.authMode;
  return auth.auth !== false || info.auth_mode !== "required";
}

function addOnce<T>(known: Map<string, T>, key: string, value: T): void {
  if (known.has(key)) {
    const what = key.includes(".") ? "actions" : "sites";
    throw new WireError("DUPLICATE_ACTION", { message: `Two ${what} have the id '${key}'.` });
  }
  known.set(key, value);
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Catalog } from "../catalog.ts";
import { createCatalog } from "../create-catalog.ts";
import type { Recipe, Site } from "../format/action-schema.ts";
import { loadCatalog, type LoadedCatalog } from "./load-catalog.ts";

/** The folder of the sites and actions that come with the package, in its sources. */
export const builtInFolder: string = fileURLToPath(new URL("../catalog", import.meta.url));

/** A folder that was loaded as one file; the build writes it, and it is not checked again. */
export interface CatalogBundle {
  readonly sites: readonly Site[];
  readonly recipes: readonly Recipe[];
}

let read: Promise<Catalog> | undefined;

/**
 * The sites and actions that come with the package; read once in a process.
 * @throws WireError `INVALID_RECIPE` when the package's files were changed
 */
export function builtInCatalog(): Promise<Catalog> {
  read ??= readBuiltIn().then(({ sites, actions }) => createCatalog(sites, actions));
  return read;
}

/** What the build writes of a folder. */
export function bundleOf({ sites, actions }: LoadedCatalog): CatalogBundle {
  return { sites, recipes: actions.map(({ body }) => body as Recipe) };
}

/** What a folder had of which the bundle was written. */
export function unbundled({ sites, recipes }: CatalogBundle): LoadedCatalog {
  const bySlug = new Map(sites.map((site) => [site.slug, site]));
  const actions = recipes.flatMap((recipe) => {
    const site = bySlug.get(recipe.action_id.slice(0, recipe.action_id.indexOf(".")));
    return site === undefined ? [] : [{ info: recipe, site, body: recipe }];
  });
  return { sites, actions };
}

/** In the built package as one file, in the sources as a folder. */
async function readBuiltIn(): Promise<LoadedCatalog> {
  const file = new URL("../catalog.json", import.meta.url);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  if (text === undefined) return await loadCatalog(builtInFolder);
  return unbundled(JSON.parse(text) as CatalogBundle);
}

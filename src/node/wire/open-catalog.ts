import {
  builtInCatalog,
  combineCatalogs,
  createCatalog,
  loadCatalog,
  type Catalog,
} from "../../wire/index.ts";

/**
 * The built-in catalog, and those of the folders.
 * @throws WireError `INVALID_RECIPE`, `DUPLICATE_ACTION`
 */
export async function openCatalog(
  folders: readonly string[] = [],
  signal?: AbortSignal,
): Promise<Catalog> {
  const own = await Promise.all(
    folders.map(async (folder) => {
      const { sites, actions } = await loadCatalog(folder, { signal });
      return createCatalog(sites, actions);
    }),
  );
  return combineCatalogs([await builtInCatalog(), ...own]);
}

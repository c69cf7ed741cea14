import {
  builtInCatalog,
  combineCatalogs,
  createCatalog,
  loadCatalog,
  type Catalog,
} from "../../wire/index.ts";

/** The flag of catalogs of one's own, for parseArgs. */
export const catalogFlags = { catalog: { type: "string", multiple: true } } as const;

/** What a command's help says of {@link catalogFlags}. */
export const catalogHelp =
  "  --catalog DIR      a catalog of your own beside the built-in one; may be repeated";

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

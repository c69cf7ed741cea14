import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import type { z } from "zod";
import { fileOfPackage } from "../../core/index.ts";
import type { Catalog } from "../discovery/catalog.ts";
import { createCatalog } from "../discovery/create-catalog.ts";
import { actionSchema, siteSchema, type Recipe, type Site } from "../format/action-schema.ts";
import { openApiActions } from "../openapi/openapi-actions.ts";
import { siteFile } from "./catalog-file.ts";
import type { LoadedCatalog } from "./load-catalog.ts";
import { siteFolders } from "./site-folder.ts";

/** The folder of the sites and actions that come with the package, in its sources. */
export function builtInFolder(): string {
  return fileURLToPath(fileOfPackage("../catalog", import.meta.url));
}

/** A folder that was loaded as one file; the build writes it, and it is not checked again. */
interface CatalogBundle {
  readonly sites: readonly Site[];
  readonly recipes: readonly Recipe[];
}

let read: Promise<Catalog> | undefined;

/**
 * The sites and actions that come with the package; read once in a process.
 * @throws WireError `INVALID_RECIPE` when the package's files were changed
 * @throws CoreError `INCOMPLETE_BUNDLE`
 */
export function builtInCatalog(): Promise<Catalog> {
  read ??= readBuiltIn().then(({ sites, actions }) => {
    const ofCode = openApiActions();
    const theirSite = ofCode.slice(0, 1).map(({ site }) => site);
    return createCatalog([...sites, ...theirSite], [...actions, ...ofCode]);
  });
  return read;
}

/** What the build writes of a folder. */
export function bundleOf({ sites, actions }: LoadedCatalog): CatalogBundle {
  return { sites, recipes: actions.map(({ body }) => body as Recipe) };
}

/** What a folder had of which the bundle was written. */
function unbundled({ sites, recipes }: CatalogBundle): LoadedCatalog {
  const bySlug = new Map(sites.map((site) => [site.slug, site]));
  const actions = recipes.flatMap((recipe) => {
    const site = bySlug.get(recipe.action_id.slice(0, recipe.action_id.indexOf(".")));
    return site === undefined ? [] : [{ info: recipe, site, body: recipe }];
  });
  return { sites, actions };
}

/** In the built package as one file beside the code, in the sources as a folder. */
async function readBuiltIn(): Promise<LoadedCatalog> {
  const file = fileOfPackage("./catalog.json.br", import.meta.url);
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  if (bytes === undefined) return unbundled(await sources());
  const text = brotliDecompressSync(bytes).toString("utf8");
  return unbundled(JSON.parse(text) as CatalogBundle);
}

/** The folder's files by their schemas alone: the tests check the rest, which takes seconds. */
async function sources(): Promise<CatalogBundle> {
  const folders = await siteFolders(builtInFolder());
  const recipes = folders.map(async (folder) => {
    const part = join(folder, "actions");
    const names = (await readdir(part)).toSorted();
    return await Promise.all(names.map((name) => parsed(join(part, name), actionSchema)));
  });
  return {
    sites: await Promise.all(folders.map((folder) => parsed(siteFile(folder), siteSchema))),
    recipes: (await Promise.all(recipes)).flat(),
  };
}

async function parsed<T>(file: string, schema: z.ZodType<T>): Promise<T> {
  return schema.parse(JSON.parse(await readFile(file, "utf8")));
}

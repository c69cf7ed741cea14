import { readdir, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { actionSchema, siteSchema, type Recipe, type Site } from "../format/action-schema.ts";
import type { Parameter } from "../format/parameter-schema.ts";
import { checkRecipe, checkSite } from "../check/recipe-check.ts";
import { siteFile, type CatalogFile, type CatalogReader } from "./catalog-file.ts";

/** A site's folder that was read. */
export interface SiteFolder {
  readonly folder: string;
  readonly site: CatalogFile<Site>;
  readonly actions: readonly CatalogFile<Recipe>[];
}

/** The folders of sites in a folder, by name; the folder itself when it is a site's. */
export async function siteFolders(folder: string): Promise<string[]> {
  const inside = await readdir(folder);
  if (inside.includes("site.json")) return [folder];
  const paths = inside
    .filter(isVisible)
    .sort()
    .map((name) => join(folder, name));
  const kinds = await Promise.all(paths.map(async (path) => (await stat(path)).isDirectory()));
  return paths.filter((_, index) => kinds[index]);
}

/** Names of the JSON files of a part of a site's folder, sorted; none when there is no such part. */
export async function jsonFiles(folder: string, reader: CatalogReader): Promise<string[]> {
  const names = await readdir(folder).catch(noFolder);
  for (const name of names.filter(isVisible).filter((name) => !name.endsWith(".json"))) {
    reader.tell(join(folder, name), "Only .json files are allowed here.");
  }
  return names.filter((name) => isVisible(name) && name.endsWith(".json")).sort();
}

/** Reads a site and its actions; undefined when the site cannot be read. What is wrong the reader keeps. */
export async function readSiteFolder(
  folder: string,
  reader: CatalogReader,
): Promise<SiteFolder | undefined> {
  const site = await reader.read(siteFile(folder), siteSchema);
  const part = join(folder, "actions");
  const names = await jsonFiles(part, reader);
  if (names.length === 0) reader.tell(part, "A site needs at least one action: NAME.json.");
  const files = names.map((name) => reader.read(join(part, name), actionSchema));
  const actions = (await Promise.all(files)).filter((action) => action !== undefined);
  if (site === undefined) return undefined;
  const read = { folder, site, actions };
  checkSiteFile(read, reader);
  for (const action of actions) checkAction(action, site.value, reader);
  return read;
}

const isVisible = (name: string): boolean => !name.startsWith(".");

function noFolder(error: NodeJS.ErrnoException): string[] {
  if (error.code === "ENOENT") return [];
  throw error;
}

function checkSiteFile(
  { folder, site: { file, value, json }, actions }: SiteFolder,
  reader: CatalogReader,
): void {
  const name = basename(resolve(folder));
  if (value.slug !== name) {
    const message = `The slug '${value.slug}' must be the name of the folder, '${name}'.`;
    reader.tell(file, message, json.place(["slug"]));
  }
  for (const { path, message } of checkSite(value, sharedParameters(actions))) {
    reader.tell(file, message, json.place(path));
  }
}

/** The parameters that every action of a site has. */
function sharedParameters(actions: SiteFolder["actions"]): Parameter[] {
  const [first, ...others] = actions.map(({ value }) => value.parameters);
  return (first ?? []).filter(({ name }) =>
    others.every((parameters) => parameters.some((one) => one.name === name)),
  );
}

function checkAction(action: CatalogFile<Recipe>, site: Site, reader: CatalogReader): void {
  const { file, value, json } = action;
  const wanted = `${site.slug}.${basename(file, ".json")}`;
  if (value.action_id !== wanted) {
    const message = `The action_id '${value.action_id}' must be '${wanted}': the site's slug, a dot and the file's name.`;
    reader.tell(file, message, json.place(["action_id"]));
    return;
  }
  for (const { path, message } of checkRecipe(value, site)) {
    reader.tell(file, message, json.place(path));
  }
}

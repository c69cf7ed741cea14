import { checkArgument } from "../../core/index.ts";
import type { Action } from "../format/action.ts";
import type { Site } from "../format/action-schema.ts";
import { WireError } from "../wire-error.ts";
import { CatalogReader, issueLine, type CatalogFile, type CatalogIssue } from "./catalog-file.ts";
import { readSiteFolder, siteFolders, type SiteFolder } from "./site-folder.ts";

/** What a folder has. */
export interface LoadedCatalog {
  /** By slug. */
  readonly sites: readonly Site[];
  /** By id. */
  readonly actions: readonly Action[];
}

/** Facts of `INVALID_RECIPE`. */
export interface InvalidRecipeDetails {
  readonly issues: readonly CatalogIssue[];
}

/** Issues that the message of an error has; all are in its details. */
const MOST_SHOWN = 20;

/**
 * Reads a catalog's folder: `<slug>/site.json` and `<slug>/actions/*.json`; the folder of one site is
 * a catalog too. At most 5,000 files of 1 MiB each; links must stay in the folder.
 * @throws WireError `INVALID_RECIPE` with every issue of every file, each with file, line and column;
 * the signal's reason; the file system's error when there is no such folder
 * @example
 * ```ts
 * import { combineCatalogs, createCatalog, loadCatalog } from "dragline/wire";
 *
 * const { sites, actions } = await loadCatalog("./my-catalog");
 * const catalog = combineCatalogs([createCatalog(sites, actions)]);
 * console.log(catalog.resolve({ text: "prices" }).length);
 * ```
 */
export async function loadCatalog(
  folder: string,
  call: { readonly signal?: AbortSignal | undefined } = {},
): Promise<LoadedCatalog> {
  const { signal } = checkArgument("call of loadCatalog(folder, call)", call, "object");
  const reader = await CatalogReader.open(folder, signal);
  const read = await readSites(folder, reader);
  throwIssues(reader.issues);
  return {
    sites: read.map(({ site }) => site.value).toSorted((a, b) => compare(a.slug, b.slug)),
    actions: read
      .flatMap(actionsOf)
      .toSorted((a, b) => compare(a.info.action_id, b.info.action_id)),
  };
}

/** Reads all sites of a folder; what is wrong the reader keeps. */
export async function readSites(folder: string, reader: CatalogReader): Promise<SiteFolder[]> {
  const folders = await siteFolders(folder);
  if (folders.length === 0) {
    reader.tell(folder, "The folder has no site; expected SLUG/site.json in it.");
  }
  const sites = await Promise.all(folders.map((path) => readSiteFolder(path, reader)));
  const found = sites.filter((site) => site !== undefined);
  tellTwice(found, reader);
  return found;
}

/** @throws WireError `INVALID_RECIPE` when there are issues */
export function throwIssues(issues: readonly CatalogIssue[]): void {
  if (issues.length === 0) return;
  const sorted = issues.toSorted(
    (a, b) => compare(a.file, b.file) || a.line - b.line || a.column - b.column,
  );
  const shown = sorted.slice(0, MOST_SHOWN).map(issueLine);
  const more = sorted.length - shown.length;
  const rest = more > 0 ? [`… and ${more} more.`] : [];
  const details: InvalidRecipeDetails = { issues: sorted };
  throw new WireError("INVALID_RECIPE", { message: [...shown, ...rest].join("\n"), details });
}

/** The actions of a site as a catalog has them. */
export function actionsOf({ site, actions }: SiteFolder): Action[] {
  return actions.map(({ value }) => ({ info: value, site: site.value, body: value }));
}

/** The folder's name makes a slug, which a file system without capitals could hold twice. */
function tellTwice(sites: readonly SiteFolder[], reader: CatalogReader): void {
  for (const same of Map.groupBy(sites, ({ site }) => site.value.slug).values()) {
    const [first, ...others] = same;
    for (const { site } of others) tellSite(site, first?.site.file ?? "", reader);
  }
}

function tellSite({ file, value, json }: CatalogFile<Site>, other: string, reader: CatalogReader) {
  reader.tell(file, `The slug '${value.slug}' is already used by ${other}.`, json.place(["slug"]));
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

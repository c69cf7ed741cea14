import { fileURLToPath } from "node:url";
import type { Catalog } from "../catalog.ts";
import { createCatalog } from "../create-catalog.ts";
import { loadCatalog } from "./load-catalog.ts";

/** The folder of the sites and actions that come with the package; beside this file's folder in `src` and in `dist`. */
export const builtInFolder: string = fileURLToPath(new URL("../catalog", import.meta.url));

let read: Promise<Catalog> | undefined;

/**
 * The sites and actions that come with the package; read once in a process.
 * @throws WireError `INVALID_RECIPE` when the package's files were changed
 */
export function builtInCatalog(): Promise<Catalog> {
  read ??= loadCatalog(builtInFolder).then(({ sites, actions }) => createCatalog(sites, actions));
  return read;
}

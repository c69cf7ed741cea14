import type { Disposer } from "../../core/index.ts";
import { builtInCatalog, watchCatalog, type Catalog } from "../../wire/index.ts";
import { oneLine } from "../examine/finding.ts";
import type { ServiceLog } from "./service-log.ts";

/**
 * The catalog of the folders beside the built-in one; files that change are read again, and what is
 * wrong with a change is logged. Undefined without folders: the service then has the built-in one.
 * @param owned ends the watch
 * @throws WireError `INVALID_RECIPE`, `DUPLICATE_ACTION`
 */
export async function openActions(
  folders: readonly string[],
  scope: {
    readonly owned: Disposer;
    readonly signal: AbortSignal;
    readonly log: Pick<ServiceLog, "write">;
  },
): Promise<Catalog | undefined> {
  if (folders.length === 0) return undefined;
  const { owned, signal, log } = scope;
  return owned.add(
    await watchCatalog(folders, {
      base: await builtInCatalog(),
      signal,
      onChange: (catalog) =>
        log.write({ level: "info", event: "catalog", actions: catalog.actions().length }),
      onError: (error) => log.write({ level: "error", event: "catalog", error: oneLine(error) }),
    }),
  );
}

import type { Catalog } from "../wire/index.ts";
import type { ServiceCollaborators } from "./collaborators.ts";
import type { Wire } from "./wire.ts";

/** What actions are found, run and signed in with: what the host gave, and our own for the rest. */
export function createWire(given: ServiceCollaborators): Wire {
  const { catalog = emptyCatalog, credentials } = given;
  return {
    catalogOf: async () => catalog,
    runner: given.actionRunner ?? undefined,
    credentials,
  };
}

const emptyCatalog: Catalog = {
  sites: () => [],
  site: () => undefined,
  actions: () => [],
  action: () => undefined,
  resolve: () => [],
  with: () => emptyCatalog,
};

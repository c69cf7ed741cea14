import type { Clock, Ids } from "../core/index.ts";
import type { Records } from "../storage/index.ts";
import { builtInCatalog } from "../wire/index.ts";
import type { ServiceCollaborators } from "./collaborators.ts";
import { AccountCatalogs } from "./private-actions/account-catalogs.ts";
import { PrivateActionStore } from "./private-actions/private-action-store.ts";
import type { Wire } from "./wire.ts";

/** What is made here besides what the host gave. */
export interface WireStores {
  readonly records: Records;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** What actions are found, run and signed in with: what the host gave, and our own for the rest. */
export function createWire(
  given: Pick<ServiceCollaborators, "catalog" | "actionRunner" | "credentials">,
  stores: WireStores,
): Wire {
  const { catalog, credentials, actionRunner } = given;
  const common = async () => catalog ?? (await builtInCatalog());
  const privateActions = new PrivateActionStore({ ...stores, common });
  const catalogs = new AccountCatalogs(common, privateActions);
  return {
    catalogOf: (account, call) => catalogs.of(account, call),
    privateActions,
    runner: actionRunner ?? undefined,
    credentials,
  };
}

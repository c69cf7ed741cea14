import type { Clock, Ids } from "../core/index.ts";
import type { Blobs, Records } from "../storage/index.ts";
import { builtInCatalog, createRunner, type Runner } from "../wire/index.ts";
import type { ServiceCollaborators } from "./collaborators.ts";
import { AccountCatalogs } from "./private-actions/account-catalogs.ts";
import { PrivateActionStore } from "./private-actions/private-action-store.ts";
import type { Engines } from "./parts.ts";
import type { Wire } from "./wire.ts";

/** What actions are kept and run with. */
export interface WireParts {
  readonly records: Records;
  readonly blobs: Blobs;
  readonly engines: Pick<Engines, "fetcher" | "browser">;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** What actions are found, run and signed in with: what the host gave, and our own for the rest. */
export function createWire(
  given: Pick<ServiceCollaborators, "catalog" | "actionRunner" | "credentials">,
  parts: WireParts,
): Wire {
  const { catalog, credentials } = given;
  const common = async () => catalog ?? (await builtInCatalog());
  const privateActions = new PrivateActionStore({ ...parts, common });
  const catalogs = new AccountCatalogs(common, privateActions);
  return {
    catalogOf: (account, call) => catalogs.of(account, call),
    privateActions,
    runner: given.actionRunner === undefined ? ownRunner(parts) : (given.actionRunner ?? undefined),
    credentials,
  };
}

function ownRunner({ engines, blobs, clock, ids }: WireParts): Runner {
  return createRunner({ ...engines, blobs, clock, ids });
}

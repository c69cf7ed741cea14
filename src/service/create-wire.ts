import type { Clock, Ids } from "../core/index.ts";
import type { Blobs, Records } from "../storage/index.ts";
import { builtInCatalog, createRunner, type Runner } from "../wire/index.ts";
import type { ServiceCollaborators } from "./collaborators.ts";
import { AccountCatalogs } from "./private-actions/account-catalogs.ts";
import { IdentityStore } from "./identities/identity-store.ts";
import { SourceStore } from "./identities/source-store.ts";
import { VaultProviders } from "./identities/vault-providers.ts";
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
  given: Pick<
    ServiceCollaborators,
    "catalog" | "actionRunner" | "credentials" | "sealer" | "vaults"
  >,
  parts: WireParts,
): Wire {
  const { catalog, credentials, sealer } = given;
  const common = async () => catalog ?? (await builtInCatalog());
  const privateActions = new PrivateActionStore({ ...parts, common });
  const catalogs = new AccountCatalogs(common, privateActions);
  const identities = new IdentityStore({ ...parts, sealer });
  const vaults = new VaultProviders(given.vaults ?? [], parts.clock);
  const sources = new SourceStore({ ...parts, identities, sealer, providers: vaults });
  return {
    catalogOf: (account, call) => catalogs.of(account, call),
    privateActions,
    runner: given.actionRunner === undefined ? ownRunner(parts) : (given.actionRunner ?? undefined),
    credentials,
    identities,
    sources,
    vaults,
  };
}

function ownRunner({ engines, blobs, clock, ids }: WireParts): Runner {
  return createRunner({ ...engines, blobs, clock, ids });
}

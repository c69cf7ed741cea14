import type { Clock, Ids } from "../../../core/index.ts";
import type { Blobs, Records } from "../../../storage/index.ts";
import { builtInCatalog, createRunner, type Catalog, type Runner } from "../../../wire/index.ts";
import type { Dialer, Resolver } from "../../../fetcher/index.ts";
import type { Sealer } from "../../../storage/sealing/index.ts";
import type { VaultProvider } from "../../../vault/index.ts";
import { IdentityStore } from "./logins/identity-store.ts";
import { Logins } from "./logins/logins.ts";
import { SourceStore } from "./logins/source-store.ts";
import { StoredCredentials } from "./logins/stored-credentials.ts";
import { VaultProviders } from "./logins/vault-providers.ts";
import { builtInVaults } from "../../../vault/index.ts";
import { AccountCatalogs } from "./private-actions/account-catalogs.ts";
import { PrivateActionStore } from "./private-actions/private-action-store.ts";
import type { Engines } from "../../base/parts.ts";
import type { Identities, OwnWire } from "./own-wire.ts";
import type { WireCredentials } from "../../base/wire-credentials.ts";

/** What actions are kept and run with. */
interface WireParts {
  readonly records: Records;
  readonly blobs: Blobs;
  readonly engines: Pick<Engines, "fetcher" | "browser">;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** What the host may give; each is borrowed. */
interface WireGiven {
  readonly catalog?: Catalog | undefined;
  readonly actionRunner?: Runner | null | undefined;
  readonly credentials?: WireCredentials | undefined;
  readonly sealer?: Sealer | undefined;
  readonly vaults?: readonly VaultProvider[] | undefined;
  readonly resolver?: Resolver | undefined;
  readonly dialer?: Dialer | undefined;
}

/** What actions are found, run and signed in with: what the host gave, and our own for the rest. */
export function createWire(given: WireGiven, parts: WireParts): OwnWire {
  const { catalog, credentials } = given;
  const common = async () => catalog ?? (await builtInCatalog());
  const privateActions = new PrivateActionStore({ ...parts, common });
  const catalogs = new AccountCatalogs(common, privateActions);
  const runner =
    given.actionRunner === undefined ? ownRunner(parts) : (given.actionRunner ?? undefined);
  const identities = createIdentities(parts, { ...given, runner });
  const { store, logins } = identities;
  return {
    catalogOf: (account, call) => catalogs.of(account, call),
    privateActions,
    runner,
    identities,
    credentials:
      credentials ??
      new StoredCredentials({
        store,
        logins,
        siteOf: async (slug, account, call) => (await catalogs.of(account, call)).site(slug),
      }),
  };
}

function createIdentities(
  { records, clock, ids }: WireParts,
  {
    sealer,
    resolver,
    dialer,
    vaults = builtInVaults({ resolver, dialer, clock }),
    runner,
  }: Pick<WireGiven, "sealer" | "vaults" | "resolver" | "dialer"> & {
    readonly runner: Runner | undefined;
  },
): Identities {
  const store = new IdentityStore({ records, sealer, clock, ids });
  const providers = new VaultProviders(vaults, clock);
  const sources = new SourceStore({ identities: store, sealer, providers, clock, ids });
  const logins = new Logins({ store, sources, providers, runner, clock, ids });
  return { store, sources, providers, logins };
}

function ownRunner({ engines, blobs, clock, ids }: WireParts): Runner {
  return createRunner({ ...engines, blobs, clock, ids });
}

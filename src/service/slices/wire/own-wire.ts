import type { IdentityStore } from "./logins/identity-store.ts";
import type { Logins } from "./logins/logins.ts";
import type { SourceStore } from "./logins/source-store.ts";
import type { VaultProviders } from "./logins/vault-providers.ts";
import type { PrivateActionStore } from "./private-actions/private-action-store.ts";
import type { Wire } from "../../base/wire.ts";

/** Logins of accounts, and where they come from. */
export interface Identities {
  readonly store: IdentityStore;
  readonly logins: Logins;
  readonly sources: SourceStore;
  readonly providers: VaultProviders;
}

/** What actions are found, run and signed in with, and where what accounts have of it is kept. */
export interface OwnWire extends Wire {
  /** The actions of single accounts. */
  readonly privateActions: PrivateActionStore;
  /** The service's own; they are what `credentials` opens unless the host has others. */
  readonly identities: Identities;
}

import type { IdentityStore } from "./identity-store.ts";
import type { Logins } from "./logins.ts";
import type { SourceStore } from "./source-store.ts";
import type { VaultProviders } from "./vault-providers.ts";

/** Logins of accounts, and where they come from. */
export interface Identities {
  readonly store: IdentityStore;
  readonly logins: Logins;
  readonly sources: SourceStore;
  readonly providers: VaultProviders;
}

import type { VaultAccess, VaultProvider } from "../../vault/index.ts";

/** A vault to be connected. */
export interface NewSource {
  readonly account: string;
  readonly provider: VaultProvider;
  readonly displayName: string;
  readonly access: VaultAccess;
}

/** A change of a source: a name, another credential, or both. */
export interface SourceChange {
  readonly displayName?: string | undefined;
  readonly access?: VaultAccess | undefined;
}

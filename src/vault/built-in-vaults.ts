import type { Clock } from "../core/index.ts";
import type { Dialer, Resolver } from "../net/index.ts";
import { createAzureKeyVault } from "./azure/azure-key-vault.ts";
import { createOnePassword } from "./one-password/one-password.ts";
import type { VaultProvider } from "./provider.ts";

/** The collaborators of the providers; each is borrowed. */
export interface BuiltInVaultsCollaborators {
  /** Resolves names; the system's when absent. */
  readonly resolver?: Resolver | undefined;
  /** Opens sockets; the system's when absent. */
  readonly dialer?: Dialer | undefined;
  /** @default systemClock */
  readonly clock?: Clock | undefined;
}

/**
 * Every provider that comes with the package. Their SDKs are packages of the host's, loaded by the first
 * call; where one is missing that call fails with `SOURCE_NOT_AVAILABLE`.
 * @example
 * createService({ vaults: [...builtInVaults(), myVault] });
 */
export function builtInVaults(
  collaborators: BuiltInVaultsCollaborators = {},
): readonly VaultProvider[] {
  return [createAzureKeyVault(collaborators), createOnePassword(collaborators)];
}

/**
 * Logins read from the user's own vault for one run: 1Password service accounts, Azure Key Vault, and a
 * port for others.
 *
 * Loads no package; `@1password/sdk`, or `@azure/identity` and `@azure/keyvault-secrets`, on first use
 * (`npm install` them).
 *
 * @example
 * ```ts
 * import { builtInVaults } from "dragline/vault";
 *
 * for (const { descriptor } of builtInVaults()) console.log(descriptor.displayName);
 * ```
 * @packageDocumentation
 */
export {
  createAzureKeyVault,
  type AzureKeyVaultCollaborators,
  type AzureKeyVaultOptions,
} from "./azure/azure-key-vault.ts";
export { builtInVaults, type BuiltInVaultsCollaborators } from "./built-in-vaults.ts";
export { checkAccess } from "./check-access.ts";
export { isVaultError, VaultError, type VaultErrorDetails } from "./vault-error.ts";
export {
  createOnePassword,
  type OnePasswordCollaborators,
  type OnePasswordOptions,
} from "./one-password/one-password.ts";
export { ONE_PASSWORD_DOMAINS } from "./one-password/token-host.ts";
export type {
  VaultAccess,
  VaultCall,
  VaultContainer,
  VaultDescriptor,
  VaultEntry,
  VaultField,
  VaultLocator,
  VaultMethod,
  VaultProvider,
  VaultScope,
} from "./provider.ts";

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

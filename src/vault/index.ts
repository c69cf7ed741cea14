export {
  createAzureKeyVault,
  type AzureKeyVaultCollaborators,
  type AzureKeyVaultOptions,
} from "./azure/azure-key-vault.ts";
export { checkAccess } from "./check-access.ts";
export { isVaultError, VaultError, type VaultErrorDetails } from "./vault-error.ts";
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

import { isMissingPackage } from "../../core/index.ts";
import { VaultError } from "../vault-error.ts";

/** The two packages, loaded. */
export type AzureSdk = Awaited<ReturnType<typeof loadSdk>>;

/**
 * The two packages, which take seconds to load; loaded by the first call that needs them.
 * @throws VaultError `SOURCE_NOT_AVAILABLE`
 */
export async function loadSdk() {
  try {
    const [{ SecretClient }, { ClientSecretCredential }] = await Promise.all([
      import("@azure/keyvault-secrets"),
      import("@azure/identity"),
    ]);
    return { SecretClient, ClientSecretCredential };
  } catch (error) {
    if (!isMissingPackage(error)) throw error;
    throw new VaultError("SOURCE_NOT_AVAILABLE", {
      message:
        "Azure Key Vault needs two packages: npm install @azure/keyvault-secrets @azure/identity",
      details: {},
    });
  }
}

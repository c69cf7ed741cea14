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
    // Each for itself: inside of another call, bundlers refuse one that is not installed.
    const { SecretClient } = await import("@azure/keyvault-secrets");
    const { ClientSecretCredential } = await import("@azure/identity");
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

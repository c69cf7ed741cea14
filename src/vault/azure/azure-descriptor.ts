import type { VaultDescriptor } from "../provider.ts";

const GUID = "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$";

/** Azure Key Vault, signed in to by a service principal with a client secret. */
export const azureDescriptor: VaultDescriptor = Object.freeze({
  type: "cloud_key_vault",
  displayName: "Azure Key Vault",
  authType: "credentials",
  browsable: true,
  summary: "Reads logins from the secrets of Azure key vaults at the time of the login.",
  containerLabel: "Key vault",
  entryLabel: "Secret",
  methods: [
    {
      id: "service_principal",
      label: "Service principal",
      instructions:
        "Register an app in Microsoft Entra ID, add a client secret, and give the app the role Key Vault Secrets User (or an access policy with get and list) on each vault.",
      caution: "Anyone who has the client secret can read every secret that the app can read.",
      docsUrl: "https://learn.microsoft.com/azure/key-vault/general/rbac-guide",
      fields: [
        {
          name: "tenant_id",
          label: "directory (tenant) ID",
          type: "text",
          secret: false,
          required: true,
          placeholder: "00000000-0000-0000-0000-000000000000",
          pattern: GUID,
        },
        {
          name: "client_id",
          label: "application (client) ID",
          type: "text",
          secret: false,
          required: true,
          placeholder: "00000000-0000-0000-0000-000000000000",
          pattern: GUID,
        },
        {
          name: "client_secret",
          label: "client secret",
          type: "password",
          secret: true,
          required: true,
          help: "The secret's value, not its ID.",
        },
        {
          name: "vault_urls",
          label: "key vault URLs",
          type: "textarea",
          secret: false,
          required: true,
          placeholder: "https://my-vault.vault.azure.net",
          help: "One URL per line, at most 20.",
        },
      ],
    },
  ],
} as const);

import type { SecretClient, SecretProperties } from "@azure/keyvault-secrets";
import type { VaultAccess, VaultContainer, VaultEntry } from "../provider.ts";
import { failure } from "./azure-failure.ts";
import { GuardedClient, type GuardedClientParts } from "./guarded-client.ts";
import type { AzureSdk } from "./load-sdk.ts";
import type { KeyVault } from "./vault-urls.ts";

/** The dependencies of a reader; each is borrowed. */
export interface ReaderParts extends Omit<GuardedClientParts, "vault" | "tenant"> {
  readonly sdk: AzureSdk;
  readonly access: VaultAccess;
}

/** Entries of one vault that are listed; a vault with more fails rather than shows a part. */
const MOST_ENTRIES = 20_000;
/** Entries that are counted for the list of containers; larger vaults have no number. */
const MOST_COUNTED = 250;

/** A secret as its fields are read from it. */
export interface ReadSecret {
  readonly value: string | undefined;
  readonly tags: Readonly<Record<string, string>>;
}

/** One key vault for one call: the SDK's client, and its failures as the room's. */
export class KeyVaultReader {
  readonly vault: KeyVault;
  readonly #http: GuardedClient;
  readonly #client: SecretClient;

  constructor(vault: KeyVault, { sdk, access, ...parts }: ReaderParts) {
    const { tenant_id: tenant = "", client_id = "", client_secret = "" } = access.fields;
    this.vault = vault;
    this.#http = new GuardedClient({ ...parts, vault, tenant });
    const options = { httpClient: this.#http, retryOptions: { maxRetries: 0 } };
    const credential = new sdk.ClientSecretCredential(tenant, client_id, client_secret, {
      ...options,
      authorityHost: vault.authorityHost,
      // The cloud is known by the vault's host; nobody else is asked where to sign in.
      disableInstanceDiscovery: true,
      // The variables of another identity on this machine do not count.
      additionallyAllowedTenants: [],
    });
    this.#client = new sdk.SecretClient(vault.url, credential, {
      ...options,
      disableChallengeResourceVerification: false,
    });
  }

  /** Proves that its secrets' names can be listed. */
  async probe(): Promise<void> {
    await this.#ask(async () => {
      const pages = this.#client.listPropertiesOfSecrets().byPage({ maxPageSize: 1 });
      await pages.next();
    });
  }

  /** As a container; the number of its secrets only when it is small. */
  async container(): Promise<VaultContainer> {
    const { url: id, name } = this.vault;
    const names = await this.#list(MOST_COUNTED + 1);
    return names.length > MOST_COUNTED ? { id, name } : { id, name, itemCount: names.length };
  }

  /** Its secrets, by name. */
  async entries(): Promise<VaultEntry[]> {
    const found = await this.#list(MOST_ENTRIES + 1);
    if (found.length > MOST_ENTRIES) {
      const message = `The key vault holds more than ${MOST_ENTRIES} secrets, too many to list; name the secrets by reference.`;
      throw failure("SOURCE_UPSTREAM_ERROR", message);
    }
    return found
      .map((properties) => entryOf(properties))
      .toSorted((a, b) => (a.title < b.title ? -1 : Number(a.title > b.title)));
  }

  /** A secret of the version, or the current one. */
  async secret(key: string, version: string | undefined): Promise<ReadSecret> {
    return this.#ask(async () => {
      const found = await this.#client.getSecret(key, version === undefined ? {} : { version });
      const { tags = {} } = found.properties;
      // The SDK hands on what came, whatever its type says.
      const texts: readonly unknown[] = [found.value ?? "", ...Object.values(tags)];
      if (texts.every((text) => typeof text === "string")) return { value: found.value, tags };
      throw new TypeError("A value of the secret is not a string.");
    });
  }

  async #list(most: number): Promise<SecretProperties[]> {
    return this.#ask(async () => {
      const found: SecretProperties[] = [];
      for await (const properties of this.#client.listPropertiesOfSecrets()) {
        found.push(properties);
        if (found.length >= most) break;
      }
      return found;
    });
  }

  async #ask<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch {
      // The SDKs' errors contain requests with tokens, so they are not passed on.
      throw this.#http.failure();
    }
  }
}

function entryOf({ name, contentType, updatedOn, tags = {} }: SecretProperties): VaultEntry {
  const updatedAt = updatedOn?.getTime();
  return {
    id: name,
    title: name,
    ...(contentType === undefined || contentType === "" ? {} : { category: contentType }),
    ...(updatedAt === undefined || Number.isNaN(updatedAt) ? {} : { updatedAt }),
    tagNames: Object.keys(tags).toSorted(),
  };
}

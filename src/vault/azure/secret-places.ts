import type { VaultLocator } from "../provider.ts";
import { VaultError } from "../vault-error.ts";
import type { ReadSecret } from "./key-vault-reader.ts";
import { keyVaultAt, type KeyVault } from "./vault-urls.ts";

/** @throws VaultError `SOURCE_ITEM_NOT_FOUND` for a container that is none of the vaults */
export function vaultOf(vaults: readonly KeyVault[], container: string): KeyVault {
  const url = keyVaultAt(container)?.url;
  const found = vaults.find((vault) => vault.url === url);
  if (found !== undefined) return found;
  throw notFound("The container is not a key vault of the source.");
}

/** What Azure calls a secret's name and version; anything else would be another path. */
export function checkPlace({ key, version }: VaultLocator): void {
  if (!/^[0-9a-zA-Z-]{1,127}$/.test(key)) {
    throw notFound(
      "The key is not a valid name of a secret; expected 1 to 127 letters, digits and hyphens.",
    );
  }
  if (version !== undefined && !/^[0-9a-fA-F]{32}$/.test(version)) {
    throw notFound(
      "The version is not a valid version of a secret; expected 32 hexadecimal digits.",
    );
  }
}

/** A secret has one value: two fields of a login that take it both are a mistake. */
export function refuseSharedValue(locators: Readonly<Record<string, VaultLocator>>): void {
  const places = Map.groupBy(
    Object.entries(locators).filter(([, { property }]) => property === undefined),
    ([, { container, key, version = "" }]) =>
      `${keyVaultAt(container)?.url} ${key.toLowerCase()} ${version}`,
  );
  const shared = [...places.values()].find((fields) => fields.length > 1);
  if (shared === undefined) return;
  const claim = "A key vault's secret has one value; set a property (value, tag:NAME) or key for";
  throw fieldsMissing(
    shared.map(([name]) => name),
    claim,
  );
}

/** The value at a property of a secret; nothing when it is empty too. */
export function valueOf({ value, tags }: ReadSecret, property = "value"): string | undefined {
  const found = property.startsWith("tag:") ? ownText(tags, property.slice(4)) : undefined;
  return (property === "value" ? value : found) || undefined;
}

function ownText(tags: ReadSecret["tags"], name: string): string | undefined {
  return Object.hasOwn(tags, name) ? tags[name] : undefined;
}

function notFound(message: string): VaultError {
  return new VaultError("SOURCE_ITEM_NOT_FOUND", { message, details: {} });
}

export function fieldsMissing(missingFields: readonly string[], claim: string): VaultError {
  const message = `${claim} ${missingFields.join(", ")}.`;
  return new VaultError("SOURCE_FIELD_MISSING", { message, details: { missingFields } });
}

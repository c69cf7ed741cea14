import { VaultError } from "../vault-error.ts";

/** A key vault in one of the provider's clouds. */
export interface KeyVault {
  /** `https://name.vault.azure.net`, in lower case. */
  readonly url: string;
  readonly name: string;
  /** Where the cloud signs in. */
  readonly authorityHost: string;
}

/** By the suffix of a vault's host: public, United States government, China (21Vianet). */
const authorityHosts: Readonly<Record<string, string>> = Object.freeze({
  "vault.azure.net": "https://login.microsoftonline.com",
  "vault.usgovcloudapi.net": "https://login.microsoftonline.us",
  "vault.azure.cn": "https://login.chinacloudapi.cn",
});

/** Vaults of one source; each is asked within one call. */
const MOST_VAULTS = 20;

/** 3 to 24 letters, digits and single hyphens, from a letter on; no port, user, path or query. */
const SHAPE = /^https:\/\/([a-z](?:-?[a-z0-9]){2,23})\.(vault\.[a-z.]{5,18})\/?$/;

/** The vault at a URL, when it is one of a key vault. */
export function keyVaultAt(text: string): KeyVault | undefined {
  const [, name = "", suffix = ""] = SHAPE.exec(text.toLowerCase()) ?? [];
  const authorityHost = Object.hasOwn(authorityHosts, suffix) ? authorityHosts[suffix] : undefined;
  if (authorityHost === undefined || name.length > 24) return undefined;
  return { url: `https://${name}.${suffix}`, name, authorityHost };
}

/**
 * The vaults that the lines name, each once, in their order.
 * @throws VaultError `INVALID_VAULT_URL`; it names the line and does not repeat it
 */
export function parseVaultUrls(text: string): readonly KeyVault[] {
  const vaults = new Map<string, KeyVault>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const vault = keyVaultAt(line.trim());
    if (vault === undefined) throw invalidUrl(`line ${index + 1} is not the URL of a key vault`);
    vaults.set(vault.url, vault);
    if (vaults.size > MOST_VAULTS) throw invalidUrl(`there are more than ${MOST_VAULTS}`);
  }
  return [...vaults.values()];
}

function invalidUrl(claim: string): VaultError {
  const hosts = Object.keys(authorityHosts).join(", ");
  return new VaultError("INVALID_VAULT_URL", {
    message: `vault_urls: ${claim}. Expected one https://NAME.HOST per line, where HOST is one of ${hosts}.`,
    details: {},
  });
}

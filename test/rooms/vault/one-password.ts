import { OnePassword } from "../../../src/vault/one-password/one-password.ts";
import { ONE_PASSWORD_DOMAINS, type OnePasswordOptions, type VaultAccess } from "dragline/vault";

/** The value that the fake core holds; it must show up nowhere. */
export const VALUE = "canary-value-p4ssw0rd!";
/** What every token of these tests has in it. */
export const SECRET = "A3-ABCDEF-ABCDEF-ABCDE-ABCDE-ABCDE-ABCDE";
export const WORK = "workworkworkworkworkwork26";
export const SHOP = "shopshopshopshopshopshop26";

const settings = {
  timeoutMs: 10_000,
  maxThreads: 4,
  domains: ONE_PASSWORD_DOMAINS,
  allow: [],
  ca: [],
};

/** The provider over the fake core. */
export function onePasswordOverCore(options: OnePasswordOptions = {}): OnePassword {
  const core = new URL("./one-password-core.ts", import.meta.url).href;
  return new OnePassword({}, { ...settings, ...options }, core);
}

/** A service account as its token tells it; of nobody. */
const account = {
  userAuth: {
    method: "SRPg-4096",
    alg: "PBES2g-HS256",
    iterations: 100_000,
    salt: "Zm9vYmFyZm9vYmFyZm9vYg",
  },
  email: "ann@1passwordserviceaccounts.com",
  srpX: "ab".repeat(32),
  muk: {
    alg: "A256GCM",
    ext: true,
    k: "A".repeat(43),
    key_ops: ["decrypt", "encrypt"],
    kty: "oct",
    kid: "mp",
  },
  secretKey: SECRET,
  throttleSecret: { seed: "aa".repeat(32), uuid: "ABCDEFGHIJKLMNOPQRSTUVWXYZ" },
  deviceUuid: "abcdefghijklmnopqrstuvwxyz",
};

/** A token for a host; `play` is what the fake core does. */
export function tokenFor(host = "acme.1password.com", play = ""): string {
  const json = JSON.stringify({ ...account, signInAddress: host, ...(play !== "" && { play }) });
  return `ops_${Buffer.from(json).toString("base64url")}`;
}

export function accessWith(play = "", host?: string): VaultAccess {
  return { method: "service_account", fields: { token: tokenFor(host, play) } };
}

/** What other rooms of Dragline take of this one; no import path leads here. */
export { isMailAddress } from "./outbox/mail-address.ts";
export { SecretVault } from "./signing/secret-vault.ts";

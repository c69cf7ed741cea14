/** What other rooms of Dragline take of this one; no import path leads here. */
export { isSecretName } from "./tools/secrets.ts";

/** What other rooms of Dragline take of this one; no import path leads here. */
export { isMailAddress } from "./mail-address.ts";

/** What other rooms of Dragline take of this one; no import path leads here. */
export { asksForLogin } from "./content/asks-for-login.ts";

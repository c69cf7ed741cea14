/** What other rooms of Dragline take of this one; no import path leads here. */
export { failureText } from "./failure.ts";
export { pageFailure } from "./page-failure.ts";

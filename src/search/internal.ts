/** What other rooms of Dragline take of this one; no import path leads here. */
export { stemmingOf, termsOf } from "./page-index/terms-of.ts";

/** What other rooms of Dragline take of this one; no import path leads here. */
export { readHtml } from "./read-html.ts";

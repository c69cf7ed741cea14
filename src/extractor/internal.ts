/** What other rooms of Dragline take of this one; no import path leads here. */
export { matchesPattern } from "./recipe/url-pattern.ts";
export { isObject } from "./schema/value-schema.ts";

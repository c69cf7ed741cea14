/** What other rooms of Dragline take of this one; no import path leads here. */
export { readObjectSchema } from "./object-schema.ts";

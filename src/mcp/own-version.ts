import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const manifest = createRequire(import.meta.url).resolve("dragline/package.json");

/** The version of this package, as clients see it. */
export const ownVersion = (
  JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string }
).version;

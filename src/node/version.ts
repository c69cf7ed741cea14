import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

interface Manifest {
  readonly version: string;
}

const manifest = createRequire(import.meta.url).resolve("dragline/package.json");

/** The version of this package. */
export const { version } = JSON.parse(readFileSync(manifest, "utf8")) as Manifest;

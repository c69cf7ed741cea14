import { createRequire } from "node:module";

interface Manifest {
  readonly version: string;
}

/** The version of this package. */
export const { version } = createRequire(import.meta.url)("dragline/package.json") as Manifest;

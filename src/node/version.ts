import { readFileSync } from "node:fs";

interface Manifest {
  readonly version: string;
}

const manifest = new URL("../../package.json", import.meta.url);

/** The version of this package. */
export const { version } = JSON.parse(readFileSync(manifest, "utf8")) as Manifest;

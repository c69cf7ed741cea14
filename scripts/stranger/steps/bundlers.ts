import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Place } from "../place.ts";
import type { Step } from "../step.ts";

/** What esbuild's manual says to put before a bundle of ES modules for Node. */
const BANNER =
  'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

/** The commands that make a bundle, each into a folder of its name. */
const bundlers: Readonly<Record<string, readonly string[]>> = {
  esbuild: [
    "esbuild",
    "bundled.mjs",
    "--bundle",
    "--platform=node",
    "--format=esm",
    `--banner:js=${BANNER}`,
    "--outfile=esbuild/bundled.js",
  ],
  rolldown: ["rolldown", "bundled.mjs", "--platform", "node", "-d", "rolldown"],
  vite: ["vite", "build", "--ssr", "bundled.mjs", "--outDir", "vite"],
};

const step: Step = {
  title: "bundles of esbuild, rolldown and Vite SSR, beside the package and moved away",
  async run(place) {
    await place.install("esbuild", "rolldown", "vite");
    await place.bring("bundled.mjs");
    const seen = [];
    for (const [name, [tool = "", ...args]] of Object.entries(bundlers)) {
      if (name === "vite") {
        await place.run(place.tool(tool), ...args, "--logLevel", "error");
        seen.push(`vite external: ${await place.node("vite/bundled.js")}`);
        await place.write("vite.config.mjs", "export default { ssr: { noExternal: true } };");
      }
      await place.run(place.tool(tool), ...args);
      seen.push(`${name}: ${await place.node(`${name}/bundled.js`)}`);
      seen.push(`moved: ${await moved(place, name)}`);
    }
    return seen.join("; ");
  },
};
export default step;

async function moved({ folder, tarball, signal }: Place, name: string): Promise<string> {
  const away = await mkdtemp(join(tmpdir(), "dragline-moved-"));
  try {
    await cp(join(folder, name), away, { recursive: true });
    const place = new Place({ folder: away, tarball, signal });
    await place.write("package.json", '{"type":"module"}');
    return await place.node("bundled.js");
  } finally {
    await rm(away, { recursive: true });
  }
}

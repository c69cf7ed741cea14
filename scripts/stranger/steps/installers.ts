import { lastLine, type Place } from "../place.ts";
import type { Step } from "../step.ts";

/**
 * Ways to install the package, each in a folder of its own below the step's. Deno is not among them: it
 * installs from registries, and no tarball.
 */
const installers: Readonly<Record<string, (place: Place) => Promise<unknown>>> = {
  npm: (place) => place.install(),
  pnpm: (place) => by(place, ["pnpm"], ["pnpm", "add"]),
  yarn: (place) => by(place, ["yarn"], ["yarn", "add", "--silent"]),
  bun: (place) => by(place, ["bun"], ["bun", "add"]),
};

async function by(place: Place, tools: readonly string[], command: readonly string[]) {
  const [tool = "", ...args] = command;
  // The installer itself comes by npm, into a folder that the user's own does not see.
  const flags = ["--no-audit", "--no-fund", "--loglevel=error", "--prefix", "tool"];
  await place.run("npm", "install", ...flags, ...tools);
  await place.write("user/package.json", '{"private":true,"type":"module"}');
  await place.copy("convert.mjs", "user/convert.mjs");
  const program = `${place.folder}/tool/node_modules/.bin/${tool}`;
  await place.inFolder("user").run(program, ...args, place.tarball);
}

const step: Step = {
  title: "npm, pnpm, yarn and bun install the package, and it converts",
  timeoutMs: 300_000,
  async run(place) {
    const said: string[] = [];
    for (const [name, install] of Object.entries(installers)) {
      const own = place.inFolder(name);
      await own.bring("convert.mjs");
      try {
        await install(own);
        const where = name === "npm" ? own : own.inFolder("user");
        said.push(`${name} ${lastLine(await where.node("convert.mjs"))}`);
      } catch (error) {
        throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        });
      }
    }
    return said.join(", ");
  },
};
export default step;

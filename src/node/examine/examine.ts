import { findChromium } from "../../browser/index.ts";
import { findProgram, programVersion } from "./find-program.ts";
import { examineEngines } from "./examine-engines.ts";
import { examineMail } from "./examine-mail.ts";
import { examineModel } from "./examine-model.ts";
import { examineSearch } from "./examine-search.ts";
import { examineServers } from "./examine-servers.ts";
import { examineStores } from "./examine-stores.ts";
import type { Environment, Finding } from "./finding.ts";

/** Where to look. */
interface Surroundings {
  readonly env: Environment;
  /** The folder that the service would keep its files in; none is tried without one. */
  readonly dataFolder: string | undefined;
}

/** Looks for everything that Dragline can use, and tries what was configured, at the same time. */
export function examine(
  { env, dataFolder }: Surroundings,
  signal: AbortSignal,
): Promise<Finding[]> {
  return Promise.all([
    Promise.resolve(examineNode()),
    examineChromium(env, signal),
    ...examineServers(env, signal),
    ...examineMail(env, signal),
    examineFfmpeg(env, signal),
    examineModel(env, signal),
    ...examineSearch(env, signal),
    examineEngines(env, signal),
    ...examineStores(env, dataFolder, signal),
  ]);
}

function examineNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const found = major > 22 || (major === 22 && minor >= 19);
  const detail = found
    ? process.versions.node
    : `${process.versions.node}; 22.19 or newer is needed`;
  return { name: "Node", needed: true, found, detail };
}

async function examineChromium(env: Environment, signal: AbortSignal): Promise<Finding> {
  const path = await findChromium(env);
  const detail =
    path === undefined
      ? "needed for pages that need JavaScript; install it (Debian: apt-get install chromium) or set PUPPETEER_EXECUTABLE_PATH"
      : `${await programVersion([path, "--version"], signal)} at ${path}`;
  return { name: "Chromium", needed: false, found: path !== undefined, detail };
}

async function examineFfmpeg(env: Environment, signal: AbortSignal): Promise<Finding> {
  const path = await findProgram("ffmpeg", env);
  const detail =
    path === undefined
      ? "needed for recordings of browser connections; install it (Debian: apt-get install ffmpeg)"
      : `${await programVersion([path, "-version"], signal)} at ${path}`;
  return { name: "ffmpeg", needed: false, found: path !== undefined, detail };
}

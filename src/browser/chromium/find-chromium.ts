import { checkArgument, CoreError, describeValue } from "../../core/index.ts";
import { constants } from "node:fs";
import { access, readdir, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** All of Chromium or Chrome, or what of it shows pages. */
export type ChromiumEngine = "chromium" | "headless-shell";

/** Where a program is looked for. */
interface Places {
  /** Variables of the environment that name it. */
  readonly variables: readonly string[];
  /** On PATH. */
  readonly names: readonly string[];
  readonly places: readonly string[];
  /** Windows' places below those where it installs programs. */
  readonly windows: readonly string[];
  /** Its folder in Puppeteer's cache, and its places in one of a build. */
  readonly cache: string;
  readonly cached: readonly string[];
}

const VARIABLES = ["PUPPETEER_EXECUTABLE_PATH", "CHROME_PATH"];

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

const PLACES = [
  "/usr/bin/chromium",
  "/usr/lib/chromium/chromium",
  "/snap/bin/chromium",
  "/opt/google/chrome/chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Where Windows installs programs, and Chrome's place below that. */
const WINDOWS_FOLDERS = ["LOCALAPPDATA", "PROGRAMFILES", "PROGRAMFILES(X86)"];
const WINDOWS_PLACES = [
  "Google\\Chrome\\Application\\chrome.exe",
  "Chromium\\Application\\chrome.exe",
];

/** Puppeteer's cache has a folder for each build, and in it one of these. */
const CACHED_PLACES = [
  "chrome-linux64/chrome",
  "chrome-linux-arm64/chrome",
  "chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
  "chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
  "chrome-win64/chrome.exe",
];

const engines: Readonly<Record<ChromiumEngine, Places>> = {
  chromium: {
    variables: VARIABLES,
    names: NAMES,
    places: PLACES,
    windows: WINDOWS_PLACES,
    cache: "chrome",
    cached: CACHED_PLACES,
  },
  "headless-shell": {
    variables: [],
    names: ["chrome-headless-shell", "chromium-headless-shell", "headless_shell"],
    places: ["/usr/bin/chromium-headless-shell", "/usr/lib/chromium/headless_shell"],
    windows: [],
    cache: "chrome-headless-shell",
    cached: ["linux64", "linux-arm64", "mac-arm64", "mac-x64", "win64"].map(
      (system) =>
        `chrome-headless-shell-${system}/chrome-headless-shell${system === "win64" ? ".exe" : ""}`,
    ),
  },
};

/**
 * The path of Chromium or Chrome: PUPPETEER_EXECUTABLE_PATH, CHROME_PATH, names on PATH, the usual
 * places, Puppeteer's own cache (PUPPETEER_CACHE_DIR), in this order; of the headless shell without
 * the two variables.
 * @example
 * ```ts
 * import { findChromium } from "dragline/browser";
 *
 * console.log((await findChromium(process.env)) ?? "no Chromium");
 * ```
 */
export async function findChromium(
  env: Environment,
  engine: ChromiumEngine = "chromium",
): Promise<string | undefined> {
  checkArgument("env of findChromium(env, engine)", env, "object");
  const where = Object.hasOwn(engines, engine) ? engines[engine] : undefined;
  if (where === undefined) {
    throw new CoreError("INVALID_ARGUMENT", {
      message: `Expected engine of findChromium(env, engine) to be one of ${Object.keys(engines).join(", ")}; got ${describeValue(engine)}.`,
    });
  }
  for (const path of [...known(env, where), ...(await cached(env, where))]) {
    if (await isExecutable(path)) return path;
  }
  return undefined;
}

/** Where {@link findChromium} looked, in words for an error's message. */
export function searchedPlaces(env: Environment, engine: ChromiumEngine = "chromium"): string {
  const { variables: known, names } = engines[engine];
  const named = known.filter((name) => filled(env[name])).map((name) => `${name}=${env[name]}`);
  const variables = named.length > 0 ? [named.join(" and ")] : known;
  return `${[...variables, ...names].join(", ")} on PATH, the usual places and Puppeteer's cache (${cacheOf(env)})`;
}

/** Whether a path is a file that can be run. */
export async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

function known(env: Environment, { variables, names, places, windows }: Places): string[] {
  const named = variables.map((name) => env[name]).filter(filled);
  const folders = (env["PATH"] ?? "").split(delimiter).filter(filled);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const onWindows = WINDOWS_FOLDERS.map((name) => env[name])
    .filter(filled)
    .flatMap((folder) => windows.map((place) => `${folder}\\${place}`));
  return [...named, ...onPath, ...places, ...onWindows];
}

async function cached(env: Environment, where: Places): Promise<string[]> {
  const cache = join(cacheOf(env), where.cache);
  const builds = await readdir(cache).catch((): string[] => []);
  const newestFirst = builds.toSorted((a, b) => b.localeCompare(a, "en", { numeric: true }));
  return newestFirst.flatMap((build) => where.cached.map((place) => join(cache, build, place)));
}

function cacheOf(env: Environment): string {
  return env["PUPPETEER_CACHE_DIR"] ?? join(homedir(), ".cache", "puppeteer");
}

function filled(text: string | undefined): text is string {
  return text !== undefined && text !== "";
}

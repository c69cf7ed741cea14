import { constants } from "node:fs";
import { access, readdir, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

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

/**
 * The path of Chromium or Chrome: PUPPETEER_EXECUTABLE_PATH, CHROME_PATH, names on PATH, the usual
 * places, Puppeteer's own cache (PUPPETEER_CACHE_DIR), in this order.
 * @example
 * ```ts
 * import { findChromium } from "dragline/browser";
 *
 * console.log((await findChromium(process.env)) ?? "no Chromium");
 * ```
 */
export async function findChromium(env: Environment): Promise<string | undefined> {
  for (const path of [...known(env), ...(await cached(env))]) {
    if (await isExecutable(path)) return path;
  }
  return undefined;
}

/** Where {@link findChromium} looked, in words for an error's message. */
export function searchedPlaces(env: Environment): string {
  const named = VARIABLES.filter((name) => filled(env[name])).map((name) => `${name}=${env[name]}`);
  const variables = named.length > 0 ? named.join(" and ") : VARIABLES.join(", ");
  return `${variables}, ${NAMES.join(", ")} on PATH, the usual places and Puppeteer's cache (${cacheOf(env)})`;
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

function known(env: Environment): string[] {
  const named = VARIABLES.map((name) => env[name]).filter(filled);
  const folders = (env["PATH"] ?? "").split(delimiter).filter(filled);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const windows = WINDOWS_FOLDERS.map((name) => env[name])
    .filter(filled)
    .flatMap((folder) => WINDOWS_PLACES.map((place) => `${folder}\\${place}`));
  return [...named, ...onPath, ...PLACES, ...windows];
}

async function cached(env: Environment): Promise<string[]> {
  const cache = join(cacheOf(env), "chrome");
  const builds = await readdir(cache).catch((): string[] => []);
  const newestFirst = builds.toSorted((a, b) => b.localeCompare(a, "en", { numeric: true }));
  return newestFirst.flatMap((build) => CACHED_PLACES.map((place) => join(cache, build, place)));
}

function cacheOf(env: Environment): string {
  return env["PUPPETEER_CACHE_DIR"] ?? join(homedir(), ".cache", "puppeteer");
}

function filled(text: string | undefined): text is string {
  return text !== undefined && text !== "";
}

import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access, readdir } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

type Environment = Readonly<Record<string, string | undefined>>;

const CHROMIUM_NAMES = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
];

const CHROMIUM_PLACES = [
  "/usr/bin/chromium",
  "/usr/lib/chromium/chromium",
  "/snap/bin/chromium",
  "/opt/google/chrome/chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The path of a program found on PATH. */
export function findProgram(name: string, env: Environment): Promise<string | undefined> {
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return firstExecutable(folders.map((folder) => join(folder, name)));
}

/**
 * The path of Chromium: PUPPETEER_EXECUTABLE_PATH, CHROME_PATH, names on PATH, the usual places,
 * Puppeteer's own cache, in this order.
 */
export async function findChromium(env: Environment): Promise<string | undefined> {
  const named = [env["PUPPETEER_EXECUTABLE_PATH"], env["CHROME_PATH"]];
  const onPath = await Promise.all(CHROMIUM_NAMES.map((name) => findProgram(name, env)));
  const candidates = [...named, ...onPath, ...CHROMIUM_PLACES, ...(await puppeteerCache(env))];
  return firstExecutable(candidates.filter((path) => path !== undefined && path !== ""));
}

/** The first line that a program prints about itself. */
export async function programVersion(
  [program, ...args]: readonly [string, ...string[]],
  signal: AbortSignal,
): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, { signal, timeout: 10_000 });
    return stdout.split("\n", 1)[0]?.trim() ?? "";
  } catch {
    signal.throwIfAborted();
    return "does not start";
  }
}

async function puppeteerCache(env: Environment): Promise<string[]> {
  const cache = join(
    env["PUPPETEER_CACHE_DIR"] ?? join(homedir(), ".cache", "puppeteer"),
    "chrome",
  );
  const builds = await readdir(cache).catch((): string[] => []);
  return builds
    .sort()
    .toReversed()
    .map((build) => join(cache, build, "chrome-linux64", "chrome"));
}

async function firstExecutable(
  paths: readonly (string | undefined)[],
): Promise<string | undefined> {
  for (const path of paths) {
    if (path === undefined) continue;
    const usable = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (usable) return path;
  }
  return undefined;
}

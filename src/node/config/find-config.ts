import { statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { UsageError } from "../terminal/terminal.ts";

/** What a file of defaults may be called. */
const names = ["ts", "mts", "js", "mjs", "json"].map((ending) => `dragline.config.${ending}`);

/**
 * The file of defaults in a folder, or in the nearest folder above it.
 * @throws UsageError where a folder has two, and where one above belongs to somebody else, whose code it
 *   would run
 */
export function findConfig(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const [found, other] = names.map((name) => join(at, name)).filter(isFile);
    if (found !== undefined && other !== undefined) {
      throw new UsageError(`${at} has ${basename(found)} and ${basename(other)}; keep one of them`);
    }
    if (found !== undefined) {
      if (at !== folder) checkOwner(found);
      return found;
    }
    if (dirname(at) === at) return undefined;
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function checkOwner(path: string): void {
  const user = process.getuid?.();
  const owner = statSync(path).uid;
  if (user === undefined || owner === user || owner === 0) return;
  throw new UsageError(
    `${path} belongs to another user, so it is not read; allow it by --config ${path}, or go on without it by --no-config`,
  );
}

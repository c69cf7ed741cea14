import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** The path of a program found on PATH. */
export function findProgram(name: string, env: Environment): Promise<string | undefined> {
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return firstExecutable(folders.map((folder) => join(folder, name)));
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

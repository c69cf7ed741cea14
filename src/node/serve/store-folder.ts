import { access, constants, link, mkdir, open, readFile, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { systemIds } from "../../core/index.ts";

/** Files of a data folder. */
export const dataFiles = Object.freeze({
  records: "dragline.sqlite",
  cache: "cache.sqlite",
  /** Pages to be searched. */
  index: "pages.sqlite",
  blobs: "blobs",
  /** Signs URLs of blobs. */
  blobSecret: "blobs.secret",
  /** The text of a key ring. */
  sealKeys: "seal.keys",
});

/**
 * Makes the folder, for this user alone, when it is not there.
 * @throws Error when it cannot be written
 */
export async function openDataFolder(folder: string): Promise<void> {
  try {
    await makeFolder(resolve(folder));
    if (!(await stat(folder)).isDirectory()) throw new Error("it is a file");
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const remedy = "give --data a folder that this user may write";
    throw new Error(`cannot store data in '${folder}' (${codeOf(error)}); ${remedy}`, {
      cause: error,
    });
  }
}

/** Step by step: where a folder cannot be made, as in `/proc`, Node's own recursion never ends. */
async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { mode: 0o700 }).then(() => undefined, codeOf);
  if (made === undefined || made === "EEXIST") return;
  const above = dirname(folder);
  if (made === "ENOENT" && above !== folder) await makeFolder(above);
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

/**
 * The path of a file that only this user may read; it is made, empty, when it is not there.
 * @throws Error
 */
export async function ownFile(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  const file = await open(path, "a", 0o600);
  await file.close();
  return path;
}

/**
 * The text of a file with a secret, which is made once, for this user alone; processes that start at
 * the same time get the same.
 * @throws Error
 */
export async function keptSecret(
  folder: string,
  file: string,
  make: () => string,
): Promise<string> {
  const path = join(folder, file);
  const kept = (await readSecret(path)) ?? (await madeSecret(path, make()));
  if (kept === "") throw new Error(`the file ${path} is empty; restore it from a backup`);
  return kept;
}

/** 32 random bytes as URL-safe base64. */
export function newSecret(): string {
  return systemIds.token(32);
}

async function readSecret(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, "utf8")).trim();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw new Error(`cannot read ${path} (${codeOf(error)})`, { cause: error });
  }
}

/** Whole or not at all: a link, unlike a rename, leaves what another process made alone. */
async function madeSecret(path: string, secret: string): Promise<string> {
  const draft = `${path}.${systemIds.token(9)}`;
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(`${secret}\n`);
    await file.sync();
    await link(draft, path);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    await file.close();
    await rm(draft, { force: true });
  }
  return (await readSecret(path)) ?? "";
}

function codeOf(error: unknown): string {
  return error instanceof Error
    ? String("code" in error ? error.code : error.message)
    : String(error);
}

import { readdir, stat } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import { fileFailure } from "./file-failure.ts";

/** A page, and its path below the folder that was named, or its name. */
interface PageFile {
  readonly file: string;
  readonly place: string;
}

/** Names of files of HTML. */
export const HTML_FILE = /\.(?:html?|xht(?:ml)?)$/i;

/**
 * The file that a path names, or the files of HTML below the folder that it names.
 * @throws Error that says why it cannot be read
 */
export async function pageFiles(path: string): Promise<PageFile[]> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new Error(fileFailure("read", path, cause), { cause });
  });
  if (!found.isDirectory()) return [{ file: path, place: basename(path) }];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && HTML_FILE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((file) => ({ file, place: relative(path, file) }));
}

/** A page's address below that of all. */
export function addressBelow(base: string | undefined, place: string): string {
  if (base === undefined || base === "") return "";
  return new URL(place.split(sep).map(encodeURIComponent).join("/"), base).href;
}

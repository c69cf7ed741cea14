import type { Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Bytes that the files below a folder take on the disk; what goes meanwhile takes none. */
export async function bytesBelow(folder: string): Promise<number> {
  let bytes = 0;
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await bytesBelow(path);
    else
      bytes += await lstat(path).then(
        ({ blocks }) => blocks * 512,
        () => 0,
      );
  }
  return bytes;
}

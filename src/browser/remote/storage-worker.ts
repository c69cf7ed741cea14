import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { serveJobs } from "../../core/index.ts";

serveJobs((folder) => ({ result: bytesBelow(String(folder)) }));

/** Bytes that the files below a folder take on the disk; what goes meanwhile takes none. */
function bytesBelow(folder: string): number {
  let bytes = 0;
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += bytesBelow(path);
    else bytes += (lstatSync(path, { throwIfNoEntry: false })?.blocks ?? 0) * 512;
  }
  return bytes;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

// Finds a Node that is new enough for the project. Plain JavaScript for Node >= 18, no packages.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const NEEDED = [22, 19];

function enough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
  return major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);
}

/** The path of the project's Node 24, else of this process's Node when it is new enough. */
export function findNode() {
  const local = join(
    root,
    "node_modules",
    "node",
    "bin",
    process.platform === "win32" ? "node.exe" : "node",
  );
  if (existsSync(local)) {
    try {
      if (enough(execFileSync(local, ["--version"], { encoding: "utf8" }).trim())) return local;
    } catch {
      // A half-installed binary: fall back to the host's.
    }
  }
  return enough(process.version) ? process.execPath : undefined;
}

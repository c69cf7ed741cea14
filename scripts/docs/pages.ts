import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** The checkout's root folder. */
export const root = join(import.meta.dirname, "../..");

/** A page of the documents: its path from the root, and its text. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

const AT_ROOT = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "VERSIONING.md"];

/** Every page of the documents: those at the root, and all below `docs`. */
export function readPages(): Page[] {
  const below = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => join("docs", path));
  const atRoot = AT_ROOT.filter((path) => existsSync(join(root, path)));
  return [...atRoot, ...below.toSorted()].map((path) => ({
    path: relative(root, join(root, path)).replaceAll("\\", "/"),
    text: readFileSync(join(root, path), "utf8"),
  }));
}

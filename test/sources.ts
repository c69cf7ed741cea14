import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** The checkout's root folder. */
export const root = join(import.meta.dirname, "..");

/** A source file: its path from the root with forward slashes, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Every TypeScript file below a folder of the checkout. */
export function sourceFiles(folder: string): SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

/** The package's manifest. */
export const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly exports: Readonly<Record<string, { readonly source?: string }>>;
  readonly version: string;
};

/** The README's text. */
export const readme = (): string => readFileSync(join(root, "README.md"), "utf8");

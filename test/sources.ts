import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** The checkout's root folder. */
export const root = join(import.meta.dirname, "..");

/** A source file: its path from the root with forward slashes, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Every TypeScript file below a folder of the checkout, installed packages left out. */
export function sourceFiles(folder: string): SourceFile[] {
  return pathsBelow(join(root, folder))
    .filter((path) => path.endsWith(".ts"))
    .map((path) => relative(root, path).replaceAll("\\", "/"))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

/** Every file below a folder. Does not enter node_modules, where a link leads back to the root. */
function pathsBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : pathsBelow(path);
    return entry.isFile() ? [path] : [];
  });
}

/** The package's manifest. */
export const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly exports: Readonly<Record<string, { readonly "dragline-source"?: string }>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly version: string;
};

/** The text of a page of the documents, by its path from the root. */
export function documentText(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** What the environment of a command has for somebody who has just installed it: hardly anything. */
export function newcomer(home: string): Record<string, string | undefined> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, NODE_COMPILE_CACHE, HOME: home, NO_COLOR: "1" };
}

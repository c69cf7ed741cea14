import { existsSync } from "node:fs";
// Not by the name `createRequire`: what bundlers are told to put before a bundle has it already.
import * as modules from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { CoreError } from "./errors.ts";

/** What to say where a bundle has the library's code without what stands beside it. */
const UNBUNDLED =
  "the bundle has the code of dragline alone. Leave dragline out of the bundle (esbuild, rolldown: external, Vite: ssr.external, Next: serverExternalPackages), and install it where the program runs";

/**
 * Where a file that the build puts beside the code is. In a bundle the code stands elsewhere; the
 * file is then that of the package, where it is installed.
 * @param name relative to `beside`
 * @param beside the `import.meta.url` of the file that asks; as a variable, since bundlers take
 *   `new URL("…", import.meta.url)` for a file of theirs
 * @throws CoreError `INCOMPLETE_BUNDLE`
 */
export function fileOfPackage(name: string, beside: string): URL {
  const own = URL.parse(name, beside);
  // In the sources, where nothing is built, it may be absent.
  if (own !== null && (beside.endsWith(".ts") || existsSync(own))) return own;
  const folder = packageFolder(beside);
  const installed = folder === undefined ? undefined : join(folder, "dist", name);
  if (installed !== undefined && existsSync(installed)) return pathToFileURL(installed);
  throw new CoreError("INCOMPLETE_BUNDLE", {
    message: `Dragline's file ${name.replace("./", "")} is missing: ${UNBUNDLED}.`,
  });
}

/**
 * Loads one of the library's dependencies when it is first needed, at once.
 * @param beside the `import.meta.url` of the file that asks
 * @throws CoreError `INCOMPLETE_BUNDLE`
 */
export function loadDependency(name: string, beside: string): unknown {
  const before = loaded.get(name);
  if (before !== undefined) return before;
  const require = requireFor(name, beside);
  if (require !== undefined) {
    const dependency: unknown = require(name);
    loaded.set(name, dependency);
    return dependency;
  }
  throw new CoreError("INCOMPLETE_BUNDLE", {
    message: `Dragline's dependency ${name} is missing: ${UNBUNDLED}.`,
  });
}

/** By their names. */
const loaded = new Map<string, unknown>();

function requireFor(name: string, beside: string): NodeJS.Require | undefined {
  const own = requireFrom(beside);
  if (own !== undefined && resolved(own, name) !== undefined) return own;
  const folder = packageFolder(beside);
  const installed = folder === undefined ? undefined : requireFrom(join(folder, "package.json"));
  return installed !== undefined && resolved(installed, name) !== undefined ? installed : undefined;
}

/** Where the package is installed, as seen from the code or, in a bundle that was moved, from here. */
function packageFolder(beside: string): string | undefined {
  for (const place of [beside, join(process.cwd(), "package.json")]) {
    const require = requireFrom(place);
    const manifest = require && resolved(require, "dragline/package.json");
    if (manifest !== undefined) return dirname(manifest);
  }
  return undefined;
}

/** Undefined where the place is none: a bundle of CommonJS has no `import.meta.url`. */
function requireFrom(place: string): NodeJS.Require | undefined {
  try {
    return modules.createRequire(place);
  } catch {
    return undefined;
  }
}

function resolved(require: NodeJS.Require, name: string): string | undefined {
  try {
    return require.resolve(name);
  } catch {
    return undefined;
  }
}

#!/usr/bin/env node
// Builds dist/ afresh: the import paths, the command line and the worker threads with what they share
// as few files, all in one folder, since a worker and an asset are found beside the code that asks for
// them; the declarations likewise; and the assets: the character maps of PDFs,
// and wire's catalog with the schemas of its files.
import {
  chmodSync,
  copyFileSync,
  globSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { spawnSync } from "node:child_process";
import { basename, join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { rolldown } from "rolldown";
import { dts } from "rolldown-plugin-dts";
import { root } from "./node-version.mjs";

const dist = join(root, "dist");
const declarations = join(root, "node_modules", ".dragline-declarations");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const packages = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)];

/** The source of each import path, by the name of its file in dist/. */
const faces = Object.fromEntries(
  Object.values(manifest.exports).flatMap((target) =>
    target["dragline-source"] === undefined
      ? []
      : [[basename(target.default, ".js"), join(root, target["dragline-source"])]],
  ),
);

for (const folder of [dist, declarations]) rmSync(folder, { recursive: true, force: true });
const { status } = spawnSync(
  process.execPath,
  ["node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json", "--outDir", declarations],
  { cwd: root, stdio: "inherit" },
);
if (status === 0) {
  await bundleCode();
  await bundleDeclarations();
  writeCharacterMaps();
  await writeCatalog();
}
rmSync(declarations, { recursive: true, force: true });
process.exitCode = status ?? 1;

/** Whether a module is not the library's own. */
function isExternal(id) {
  return (
    id.startsWith("node:") || packages.some((name) => id === name || id.startsWith(`${name}/`))
  );
}

async function bundleCode() {
  const threads = globSync("src/**/*-worker.ts", { cwd: root })
    .map((file) => join(root, file))
    .filter((file) => /parentPort|serveJobs/.test(readFileSync(file, "utf8")))
    .map((file) => [basename(file, ".ts"), file]);
  const bundle = await rolldown({
    input: { ...faces, bin: join(root, "src/node/bin.ts"), ...Object.fromEntries(threads) },
    platform: "node",
    external: isExternal,
    plugins: [{ name: "version", load: ownVersion }],
    // `using` is newer than the oldest Node, and than what webpack reads.
    transform: { target: "es2023" },
    resolve: { conditionNames: ["dragline-source", "node", "import"] },
  });
  // What a name means stands in the declarations.
  await bundle.write({ dir: dist, format: "esm", comments: { jsdoc: false }, ...names("js") });
  await bundle.close();
  chmodSync(join(dist, "bin.js"), 0o755);
}

/** A bundle of a user's has no package.json to read the version of. */
function ownVersion(id) {
  if (id !== join(root, "src", "node", "version.ts")) return null;
  return `export const version = ${JSON.stringify(manifest.version)};`;
}

async function bundleDeclarations() {
  const input = Object.fromEntries(
    Object.entries(faces).map(([name, file]) => [
      name,
      file.replace(join(root, "src"), declarations).replace(/\.ts$/, ".d.ts"),
    ]),
  );
  const plugins = [dts({ dtsInput: true, tsconfig: false })];
  const bundle = await rolldown({ input, plugins, external: isExternal });
  await bundle.write({ dir: dist, format: "esm", ...names("d.ts") });
  await bundle.close();
}

function names(extension) {
  return {
    entryFileNames: `[name].${extension}`,
    chunkFileNames: `[name]-[hash].${extension}`,
  };
}

/** What a PDF's Chinese, Japanese or Korean fonts refer to by name: read when a PDF has such a font. */
function writeCharacterMaps() {
  const from = join(root, "node_modules", "pdfjs-dist", "cmaps");
  const names = readdirSync(from).filter((name) => name.endsWith(".bcmap"));
  const files = names.map((name) => readFileSync(join(from, name)));
  const lengths = names.map((name, at) => [name, files[at].length]);
  const head = Buffer.from(`${JSON.stringify(lengths)}\n`);
  writeFileSync(join(dist, "character-maps.br"), compressed(Buffer.concat([head, ...files])));
  copyFileSync(join(from, "LICENSE"), join(dist, "character-maps-LICENSE"));
}

/** @param bytes may be of any size: the window is as large as they are */
function compressed(bytes) {
  const params = {
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  };
  return brotliCompressSync(bytes, { params });
}

/** The sites and actions as one file that is read fast, and the schemas of a catalog's files. */
async function writeCatalog() {
  const from = join(root, "src", "wire");
  for (const name of ["site.schema.json", "action.schema.json", "case.schema.json"]) {
    copyFileSync(join(from, name), join(dist, name));
  }
  const { bundleOf } = await import("../src/wire/catalog-folder/built-in-catalog.ts");
  const { loadCatalog } = await import("../src/wire/catalog-folder/load-catalog.ts");
  const bundle = bundleOf(await loadCatalog(join(from, "catalog")));
  writeFileSync(join(dist, "catalog.json.br"), compressed(Buffer.from(JSON.stringify(bundle))));
}

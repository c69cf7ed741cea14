#!/usr/bin/env node
// Builds dist/ afresh with tsc, and puts the service's viewer, the PDF reader's character
// maps and wire's catalog beside it.
import { chmodSync, copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./node-version.mjs";

rmSync(join(root, "dist"), { recursive: true, force: true });
const { status } = spawnSync(
  process.execPath,
  ["node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json"],
  {
    cwd: root,
    stdio: "inherit",
  },
);
if (status === 0) {
  chmodSync(join(root, "dist", "node", "bin.js"), 0o755);
  copyViewer();
  copyCharacterMaps();
  await writeCatalog();
}
process.exitCode = status ?? 1;

/** A host that installs the package has no development dependencies. */
function copyViewer() {
  const from = join(root, "node_modules", "swagger-ui-dist");
  const to = join(root, "dist", "service", "docs");
  mkdirSync(to, { recursive: true });
  const texts = ["LICENSE", "NOTICE", "swagger-ui-bundle.js.LICENSE.txt"];
  for (const name of ["swagger-ui.css", "swagger-ui-bundle.js", ...texts]) {
    copyFileSync(join(from, name), join(to, name));
  }
}

/** What a PDF's Chinese, Japanese or Korean fonts refer to by name. */
function copyCharacterMaps() {
  const from = join(root, "node_modules", "pdfjs-dist", "cmaps");
  cpSync(from, join(root, "dist", "scraper", "pdf", "cmaps"), { recursive: true });
}

/** The sites and actions as one file that is read fast, and the schemas of a catalog's files. */
async function writeCatalog() {
  const [from, to] = [join(root, "src", "wire"), join(root, "dist", "wire")];
  for (const name of ["site.schema.json", "action.schema.json", "case.schema.json"]) {
    copyFileSync(join(from, name), join(to, name));
  }
  const folder = pathToFileURL(`${join(to, "catalog-folder")}/`).href;
  const { bundleOf } = await import(`${folder}built-in-catalog.js`);
  const { loadCatalog } = await import(`${folder}load-catalog.js`);
  const bundle = bundleOf(await loadCatalog(join(from, "catalog")));
  writeFileSync(join(to, "catalog.json"), JSON.stringify(bundle));
}

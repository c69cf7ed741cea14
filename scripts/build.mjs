#!/usr/bin/env node
// Builds dist/ afresh with tsc, and puts the service's viewer and wire's catalog beside it.
import { chmodSync, copyFileSync, cpSync, mkdirSync, rmSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { basename, join } from "node:path";
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
  copyCatalog();
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

/** Sites and actions with their schemas; the recorded cases are for tests. */
function copyCatalog() {
  const wire = join("src", "wire");
  for (const name of ["catalog", "site.schema.json", "action.schema.json", "case.schema.json"]) {
    cpSync(join(root, wire, name), join(root, "dist", "wire", name), {
      recursive: true,
      filter: (from) => basename(from) !== "cases",
    });
  }
}

#!/usr/bin/env node
// Builds dist/ afresh with tsc.
import { chmodSync, rmSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
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
if (status === 0) chmodSync(join(root, "dist", "node", "bin.js"), 0o755);
process.exitCode = status ?? 1;

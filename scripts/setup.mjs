#!/usr/bin/env node
// Makes a fresh checkout ready: installs packages when they are missing or older than the lockfile,
// and sees to it that the project's own Node is there. Plain JavaScript for Node >= 18, no packages.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { findNode, root } from "./node-version.mjs";

const stamp = join(root, "node_modules", ".dragline-setup");
const lock = createHash("sha256")
  .update(readFileSync(join(root, "package-lock.json")))
  .digest("hex");

function npm(...args) {
  // Output goes to stderr so that a command's own stdout stays clean.
  const { status } = spawnSync("npm", args, {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (status === 0) return;
  console.error(`setup: npm ${args.join(" ")} failed; the lines above say why.`);
  process.exit(status ?? 1);
}

function ready() {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === lock && findNode() !== undefined;
}

if (!ready()) {
  console.error("setup: installing packages (once) …");
  npm("ci", "--no-audit", "--no-fund", "--loglevel=error");
  // `ignore-scripts` in a user's npmrc, or npm 12, skips the script that puts Node 24 in place.
  if (findNode() === undefined)
    npm("rebuild", "node", "--ignore-scripts=false", "--loglevel=error");
  if (findNode() === undefined) {
    console.error(
      `setup: Dragline needs Node 22.19 or newer; this is ${process.version} and the npm package "node" brought none.`,
    );
    process.exit(1);
  }
  mkdirSync(join(root, "node_modules"), { recursive: true });
  writeFileSync(stamp, lock);
}

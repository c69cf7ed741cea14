#!/usr/bin/env node
// Lets the files below benchmarks/, a package of its own for the peers, import `dragline` by name.
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { root } from "./node-version.mjs";

const link = join(root, "benchmarks", "node_modules", "dragline");
if (!existsSync(link)) {
  mkdirSync(join(root, "benchmarks", "node_modules"), { recursive: true });
  symlinkSync(root, link, "junction");
}

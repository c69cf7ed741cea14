#!/usr/bin/env node
// Runs its arguments under a Node that is new enough, with that Node first on PATH.
import { spawn } from "node:child_process";
import { delimiter, dirname } from "node:path";
import { findNode } from "./node-version.mjs";

const node = findNode();
if (node === undefined) {
  console.error(`Dragline needs Node 22.19 or newer; this is ${process.version}. Run: npm ci`);
  process.exit(1);
}
const env = { ...process.env, PATH: dirname(node) + delimiter + (process.env.PATH ?? "") };
const child = spawn(node, process.argv.slice(2), { stdio: "inherit", env });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => {
  process.exitCode = code ?? 128 + (signal === "SIGINT" ? 2 : 15);
});

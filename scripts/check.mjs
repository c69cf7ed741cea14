#!/usr/bin/env node
// The whole gate, step by step; every step runs even when an earlier one failed. The last line is
// "N passed, N failed", counted by the test runner (a failed step without tests counts as one).
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./node-version.mjs";

const scratch = mkdtempSync(join(tmpdir(), "dragline-check-"));
const report = join(scratch, "report.json");
const node = ["node", ["scripts/with-node.mjs"]];
const steps = [
  ["setup", "node", ["scripts/setup.mjs"]],
  ["tests", "npm", ["test", "--silent"]],
  ["format", "npm", ["run", "--silent", "format", "--", "--check"]],
  ["lint", "npm", ["run", "--silent", "lint"]],
  ["types", "npm", ["run", "--silent", "types"]],
  ["build", "npm", ["run", "--silent", "build"]],
  ["package", node[0], [...node[1], "node_modules/publint/src/cli.js", "--strict"]],
  ["peers", "npm", ["run", "--silent", "peers"]],
  ["benchmark smoke", "npm", ["run", "--silent", "bench", "--", "--smoke"]],
];

const failures = [];
for (const [title, command, args] of steps) {
  console.log(`\n== ${title}`);
  const started = Date.now();
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, DRAGLINE_REPORT: report },
    shell: process.platform === "win32",
  });
  console.log(
    `== ${title}: ${status === 0 ? "ok" : "FAILED"} (${((Date.now() - started) / 1000).toFixed(1)} s)`,
  );
  if (status !== 0) failures.push(title);
}

const { passed, failed } = counts();
const other = failures.filter((title) => title !== "tests" || failed === 0).length;
rmSync(scratch, { recursive: true, force: true });
if (failures.length > 0) console.log(`\nFailed steps: ${failures.join(", ")}`);
console.log(`\n${passed} passed, ${failed + other} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;

function counts() {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"));
    return { passed: numPassedTests, failed: numFailedTests };
  } catch {
    return { passed: 0, failed: 0 };
  }
}

#!/usr/bin/env node
// The whole gate, step by step; every step runs even when an earlier one failed. Test files that
// failed are run once more, alone, when they are few: a test that fails again is a failure, one that
// passes alone is named as unsteady. The last line is "N passed, N failed", counted by the test
// runner (a failed step without tests counts as one).
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
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
  ["package contents", node[0], [...node[1], "scripts/check-package.mjs"]],
  ["import weights", node[0], [...node[1], "scripts/weigh-imports.mjs"]],
  ["peers", "npm", ["run", "--silent", "peers"]],
  ["benchmark smoke", "npm", ["run", "--silent", "bench", "--", "--smoke"]],
];

const mostFilesAgain = 4;

const failedSteps = [];
for (const [title, command, args] of steps) {
  if (!step([title, command, args], report)) failedSteps.push(title);
}

const all = read(report);
const { failed, unsteady, cleared } = again(all);
if (cleared) failedSteps.splice(failedSteps.indexOf("tests"), 1);
rmSync(scratch, { recursive: true, force: true });

console.log(`\nSlowest test files:\n${all.slowest.join("\n")}`);
show("Unsteady (failed beside other work, passed alone)", unsteady);
show("Failed tests", failed);
if (failedSteps.length > 0) console.log(`\nFailed steps: ${failedSteps.join(", ")}`);
const bare = failedSteps.filter((title) => title !== "tests" || failed.length === 0).length;
console.log(`\n${all.passed + unsteady.length} passed, ${failed.length + bare} failed`);
process.exitCode = failedSteps.length > 0 ? 1 : 0;

function step([title, command, args], file) {
  console.log(`\n== ${title}`);
  const started = Date.now();
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, DRAGLINE_REPORT: file },
    shell: process.platform === "win32",
  });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`== ${title}: ${status === 0 ? "ok" : "FAILED"} (${seconds} s)`);
  return status === 0;
}

function again({ failed, failedFiles }) {
  const asItWas = { failed, unsteady: [], cleared: false };
  if (failed.length === 0 || failedFiles.length > mostFilesAgain) return asItWas;
  const file = join(scratch, "again.json");
  const args = ["test", "--silent", "--", "--maxWorkers=1", ...failedFiles];
  const cleared = step(["tests again", "npm", args], file);
  const second = read(file).failed;
  if (!cleared && second.length === 0) return asItWas;
  const names = new Set(second.map(({ name }) => name));
  return { failed: second, unsteady: failed.filter(({ name }) => !names.has(name)), cleared };
}

function read(file) {
  try {
    const { numPassedTests, testResults } = JSON.parse(readFileSync(file, "utf8"));
    const bad = testResults.filter(({ status }) => status === "failed");
    return {
      passed: numPassedTests,
      slowest: slowestOf(testResults),
      failedFiles: bad.map(({ name }) => relative(root, name)),
      failed: bad.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === "failed")
          .map((test) => ({
            name: `${relative(root, name)} > ${test.fullName}`,
            why: test.failureMessages.join("\n"),
          })),
      ),
    };
  } catch {
    return { passed: 0, slowest: [], failedFiles: [], failed: [] };
  }
}

function slowestOf(results) {
  return results
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, 30)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${relative(root, name)}`);
}

function show(title, tests) {
  if (tests.length === 0) return;
  console.log(`\n${title}:`);
  for (const { name, why } of tests) console.log(`- ${name}\n  ${why.slice(0, 1500)}`);
}

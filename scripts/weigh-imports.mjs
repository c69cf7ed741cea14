#!/usr/bin/env node
// What each import path of the built package loads: modules and kilobytes of their source, held
// against scripts/import-weights.json: more than a tenth above it fails, `-- --write` puts down what
// is. Milliseconds and heap are told and not held: they are the machine's.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "./node-version.mjs";

const run = promisify(execFile);
const kept = join(root, "scripts", "import-weights.json");
const MOST_GROWTH = 1.1;
/** A path this small may grow by it, whatever its share. */
const SMALL = { modules: 2, kilobytes: 10 };

const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const paths = Object.keys(exports)
  .filter((path) => !path.endsWith(".json"))
  .map((path) => path.replace(".", "dragline"));
const weights = new Map();
for (const path of paths) weights.set(path, await weigh(path));

if (process.argv.includes("--write")) {
  const rows = [...weights].map(([path, { modules, kilobytes }]) => [path, { modules, kilobytes }]);
  writeFileSync(kept, `${JSON.stringify(Object.fromEntries(rows), undefined, 2)}\n`);
}
const before = JSON.parse(readFileSync(kept, "utf8"));
const grown = paths.flatMap((path) => growth(path));
print();
if (grown.length > 0) {
  console.error(`${grown.join("\n")}\nWhere that is wanted: npm run weigh -- --write`);
  process.exitCode = 1;
}

async function weigh(path) {
  const script = `
    import { registerHooks } from "node:module";
    import { statSync } from "node:fs";
    import { fileURLToPath } from "node:url";
    const urls = new Set();
    registerHooks({ load: (url, context, next) => (urls.add(url), next(url, context)) });
    const started = performance.now();
    await import("${path}");
    const ms = performance.now() - started;
    const files = [...urls].filter((url) => url.startsWith("file:"));
    const bytes = files.reduce((sum, url) => sum + statSync(fileURLToPath(url)).size, 0);
    gc();
    const heap = process.memoryUsage().heapUsed;
    console.log(JSON.stringify({ modules: files.length, bytes, ms, heap }));`;
  const args = ["--expose-gc", "--input-type=module", "-e", script];
  const { stdout } = await run(process.execPath, args, { cwd: root });
  const { modules, bytes, ms, heap } = JSON.parse(stdout);
  return { modules, kilobytes: Math.round(bytes / 1e3), ms, heap };
}

function growth(path) {
  const [now, then] = [weights.get(path), before[path]];
  if (then === undefined) return [`${path} is not in scripts/import-weights.json`];
  return Object.keys(SMALL).flatMap((unit) => {
    const most = Math.max(then[unit] * MOST_GROWTH, then[unit] + SMALL[unit]);
    return now[unit] > most ? [`${path}: ${now[unit]} ${unit}, ${then[unit]} before`] : [];
  });
}

function print() {
  const row = (cells) => cells.map((cell, at) => (at === 0 ? cell.padEnd(26) : cell.padStart(9)));
  const rows = [...weights].map(([path, { modules, kilobytes, ms, heap }]) =>
    row([
      path,
      `${modules}`,
      `${kilobytes} KB`,
      `${ms.toFixed(0)} ms`,
      `${(heap / 1e6).toFixed(0)} MB`,
    ]),
  );
  const head = row(["import", "modules", "source", "time", "heap"]);
  console.log([head, ...rows].map((cells) => cells.join(" ")).join("\n"));
}

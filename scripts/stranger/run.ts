// What a new user tries, in empty folders with nothing but the packed package: `npm run stranger`, or
// some of its steps, `npm run stranger -- express next`. A step is a file of steps/. Each prints a
// line: ok, FAILED, or refused with a sentence; the last line is the count.
import { execFileSync } from "node:child_process";
import { mkdtemp, mkdir, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Place } from "./place.ts";
import { Refused, type Step } from "./step.ts";

const STEP_MS = 180_000;
const root = join(import.meta.dirname, "..", "..");

const known = (await readdir(join(import.meta.dirname, "steps")))
  .map((file) => basename(file, ".ts"))
  .toSorted();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(", ")}; there are ${known.join(", ")}.`);
  process.exit(2);
}

/** Aborts when the trial is to end early: what was started ends, and the folder goes. */
const stopped = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => stopped.abort(new Error(`The trial was ended by ${signal}.`)));
}

const folder = await mkdtemp(join(tmpdir(), "dragline-stranger-"));
try {
  const tarball = pack();
  const steps = wanted.length > 0 ? wanted : known;
  let failed = 0;
  for (const name of steps) {
    if (stopped.signal.aborted) break;
    failed += (await tried(name, tarball)) ? 0 : 1;
  }
  console.log(`${steps.length} steps, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Of what was built; `npm run stranger` builds first. */
function pack(): string {
  const args = ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder];
  const name = execFileSync("npm", args, { cwd: root, encoding: "utf8" });
  return join(folder, name.trim());
}

async function tried(name: string, tarball: string): Promise<boolean> {
  const { default: step } = (await import(`./steps/${name}.ts`)) as { readonly default: Step };
  const own = join(folder, name);
  await mkdir(own);
  const limit = AbortSignal.timeout(step.timeoutMs ?? STEP_MS);
  const signal = AbortSignal.any([limit, stopped.signal]);
  const began = Date.now();
  const line = (word: string): string => `${word} ${name}: ${step.title}`;
  try {
    const seen = await step.run(new Place({ folder: own, tarball, signal }));
    console.log(`${line("ok")} (${seen}; ${Math.round((Date.now() - began) / 1000)} s)`);
    return true;
  } catch (error) {
    if (error instanceof Refused) {
      console.log(`${line("refused:")}: ${error.message}`);
      return true;
    }
    console.log(line("FAILED"));
    console.log(String(error instanceof Error ? error.message : error).replaceAll(/^/gm, "  "));
    return false;
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

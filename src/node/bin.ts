#!/usr/bin/env node
import module from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";
import { stdin, stdout, stderr } from "node:process";
import { setFlagsFromString } from "node:v8";

const interrupt = new AbortController();
const interruption = { SIGINT: "interrupted", SIGTERM: "terminated" } as const;
const onSignal = (signal: keyof typeof interruption): void => {
  // Unheard, the second one ends the process at once.
  process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  interrupt.abort(new Error(interruption[signal]));
};
process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
// Who prints is told what went wrong, and says it; and a service outlives its log, which may be on a
// disk that is full.
stdout.on("error", () => {});
// What could not be reported there can be reported nowhere.
stderr.on("error", () => {});

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  stderr.write(`dragline needs Node 22.19 or newer; this is ${process.version}\n`);
  process.exit(1);
}
// What was compiled is kept for the next time, in the user's own folder: nobody else may write there.
// Where that is not possible Node goes on without.
const caches = process.env["XDG_CACHE_HOME"] || process.env["LOCALAPPDATA"] || ownCaches();
if (caches !== undefined) module.enableCompileCache(join(caches, "dragline"));
// Threads that convert many pages and then end: without them V8 collected all of their memory dozens
// of times for the bytes that pass through, and compiled late what every page needs.
if (["convert", "extract"].includes(process.argv[2] ?? "")) {
  setFlagsFromString("--initial-old-space-size=256");
  setFlagsFromString("--min-semi-space-size=32");
  setFlagsFromString("--no-lazy-feedback-allocation");
}
// Loaded only now: an older Node could not even read it.
const { runCli } = await import("./cli.ts");

process.exitCode = await runCli(process.argv.slice(2), {
  stdin,
  stdout,
  stderr,
  env: process.env,
  signal: interrupt.signal,
});

/** Undefined for a user without a home, as in a container whose user is a mere number. */
function ownCaches(): string | undefined {
  try {
    return join(homedir(), ".cache");
  } catch {
    return undefined;
  }
}

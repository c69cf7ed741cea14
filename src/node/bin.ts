#!/usr/bin/env node
import { runCli } from "./cli.ts";

const interrupt = new AbortController();
process.once("SIGINT", () => interrupt.abort(new Error("interrupted")));
process.once("SIGTERM", () => interrupt.abort(new Error("terminated")));
// A reader such as `head` that closes the pipe early is no error of ours.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

process.exitCode = await runCli(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  signal: interrupt.signal,
});

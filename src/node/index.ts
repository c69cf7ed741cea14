/**
 * The command line as a function.
 *
 * Loads nothing but itself; each command loads what it needs.
 *
 * @example
 * ```ts
 * import { runCli } from "dragline/node";
 *
 * const { stdin, stdout, stderr, env } = process;
 * const { signal } = new AbortController();
 * process.exitCode = await runCli(["--help"], { stdin, stdout, stderr, env, signal });
 * ```
 * @packageDocumentation
 */
export { runCli } from "./cli.ts";
export { defineConfig, type DraglineConfig } from "./config/config.ts";
export { exitCodes, type Terminal } from "./terminal/terminal.ts";

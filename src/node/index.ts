export { runCli } from "./cli.ts";
export { exitCodes, type Terminal } from "./terminal.ts";

import type { Terminal } from "./terminal/terminal.ts";

/** A command of the command line; its help is a table beside it. */
export interface Command {
  /**
   * Runs the command.
   * @returns the exit code
   * @throws UsageError
   */
  run(args: readonly string[], terminal: Terminal): Promise<number>;
}

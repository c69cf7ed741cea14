import type { Terminal } from "./terminal.ts";

/** A command of the command line. */
export interface Command {
  /** The whole help text. */
  readonly help: string;
  /**
   * Runs the command.
   * @returns the exit code
   * @throws UsageError
   */
  run(args: readonly string[], terminal: Terminal): Promise<number>;
}

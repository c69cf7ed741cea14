import { helpText } from "./help/help-text.ts";
import { exitCodes, print, type Terminal } from "./terminal/terminal.ts";
import { version } from "./version.ts";

/**
 * Runs a command line. Help and the version load no command.
 * @param argv the arguments after the program's name
 * @returns the exit code: 0 done, 1 failed, 2 wrong usage, 130 interrupted
 */
export async function runCli(argv: readonly string[], terminal: Terminal): Promise<number> {
  if (!Array.isArray(argv) || terminal?.stdout?.write === undefined) await refuse(argv, terminal);
  try {
    const [name] = argv;
    const isVersion = name === "--version" || name === "-v";
    const text = isVersion ? `${version}\n` : await helpText(argv, terminal);
    if (text !== undefined) {
      await print(terminal, text);
      return exitCodes.ok;
    }
  } catch (error) {
    const { reportError } = await import("./run-command.ts");
    return await reportError(error, argv, terminal);
  }
  const { runCommand } = await import("./run-command.ts");
  return await runCommand(argv, terminal);
}

/** Says what is wrong with a call; the room that does is loaded for nothing else. */
async function refuse(argv: unknown, terminal: Terminal): Promise<void> {
  const { checkArgument } = await import("../core/index.ts");
  checkArgument("argv of runCli(argv, terminal)", argv, "strings");
  checkArgument("terminal of runCli(argv, terminal)", terminal, "object");
  checkArgument("stdout of terminal, in runCli(argv, terminal),", terminal.stdout, "object");
}

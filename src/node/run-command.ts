import { isDraglineError, nearestName } from "../core/index.ts";
import { commandOf, commands } from "./command-list.ts";
import { withConfig } from "./config/with-config.ts";
import { guardTerminal } from "./terminal/guard-terminal.ts";
import type { CommandHelp } from "./help/help-page.ts";
import { verbOf } from "./help/help-text.ts";
import {
  exitCodes,
  Interrupted,
  paint,
  say,
  UsageError,
  type Terminal,
} from "./terminal/terminal.ts";

/** Loads a command and runs it. Gives the exit code. */
export async function runCommand(argv: readonly string[], terminal: Terminal): Promise<number> {
  let guarded = guardTerminal(terminal);
  const [name = ""] = argv;
  try {
    const entry = commandOf(name);
    if (entry === undefined) throw unknownCommand(name);
    const { args, env } = await withConfig(argv, terminal.env);
    guarded = { ...guarded, env };
    const command = await entry.load();
    return await command.run(args, guarded);
  } catch (error) {
    return await reportError(error, argv, guarded);
  }
}

/** Says on stderr what went wrong. Gives the exit code. */
export async function reportError(
  error: unknown,
  argv: readonly string[],
  terminal: Terminal,
): Promise<number> {
  if (terminal.signal.aborted || error instanceof Interrupted) return exitCodes.interrupted;
  if (!(error instanceof Error)) throw error;
  if (isBrokenPipe(error)) return exitCodes.ok;
  const sentence = isParseError(error) ? await parseSentence(error, argv) : error.message;
  say(terminal, `${paint(terminal, "red", "dragline:")} ${sentence}`);
  return isUsage(error) ? exitCodes.usage : exitCodes.failed;
}

function unknownCommand(name: string): UsageError {
  const near = nearestName(name, Object.keys(commands));
  return new UsageError(`unknown command '${name}'${hint(near, "dragline --help")}`);
}

/** What was meant, and where help is; parseArgs explains at length how to escape a dash instead. */
async function parseSentence(error: Error, [name = "", ...args]: readonly string[]) {
  const [first = ""] = error.message.split(/\. |\n/, 1);
  const help = await commandOf(name)?.help();
  const verb = help && verbOf(help, args);
  const [, unknown = ""] = /^Unknown option '--([^']+)'/.exec(first) ?? [];
  const near = help && nearestName(unknown, flagNames(help, verb));
  const page = ["dragline", name, ...(verb === undefined ? [] : [verb]), "--help"].join(" ");
  return `${first.replace(/\.$/, "")}${hint(near && `--${near}`, page)}`;
}

/** The flags of a subcommand; of the command and all of its subcommands where none is named. */
function flagNames({ flags, verbs = {} }: CommandHelp, verb: string | undefined): string[] {
  const own = verb === undefined ? undefined : verbs[verb];
  const pages = own === undefined ? [{ flags }, ...Object.values(verbs)] : [own];
  return pages.flatMap((page) => Object.keys(page.flags));
}

function hint(near: string | undefined, page: string): string {
  return near === undefined ? `; try: ${page}` : `; did you mean '${near}'? Try: ${page}`;
}

/** node:util's parseArgs throws plain errors with such codes. */
function isParseError(error: Error): boolean {
  return "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
}

function isUsage(error: Error): boolean {
  // Failed pages are results; what a part throws here, it threw at the options it was given.
  if (error instanceof UsageError || isDraglineError(error)) return true;
  return isParseError(error);
}

function isBrokenPipe(error: Error): boolean {
  return "code" in error && error.code === "EPIPE";
}

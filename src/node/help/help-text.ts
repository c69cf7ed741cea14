import { commandOf, commands } from "../command-list.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { LaidPage } from "./help-blocks.ts";
import type { CommandHelp } from "./help-page.ts";

/** Columns when the terminal does not say how many it has. */
const USUAL_WIDTH = 80;
const MOST_WIDTH = 100;
const LEAST_WIDTH = 40;

/** The page of `dragline --help`. */
const overview = (): LaidPage => ({
  usage: ["dragline COMMAND [OPTIONS]"],
  purpose: [],
  blocks: [
    {
      title: "Commands",
      rows: Object.entries(commands).map(([name, { summary }]) => [name, summary]),
      text: [
        "'dragline COMMAND --help' shows the options of a command, 'dragline --version' the version.",
        "Defaults of options come from dragline.config.ts, .mts, .js, .mjs or .json in this folder or above it; --config FILE names another file, --no-config none. What the command line says wins; --no-OPTION turns an option off.",
      ],
    },
    {
      title: "Exit codes",
      rows: [
        ["0", "done"],
        ["1", "the command failed"],
        ["2", "the command line is wrong"],
        ["130", "you interrupted it"],
      ],
      text: [
        "Results go to stdout, everything else to stderr. NO_COLOR and FORCE_COLOR turn colours off and on.",
      ],
    },
  ],
});

/**
 * The help that a command line asks for, as wide as the terminal; undefined when it asks for none, or
 * for that of an unknown command. No command is loaded.
 */
export async function helpText(
  argv: readonly string[],
  terminal: Pick<Terminal, "stdout" | "env">,
): Promise<string | undefined> {
  const [name = "--help", ...args] = argv;
  const page = isHelp(name) || name === "help" ? await askedPage(args) : await ownPage(name, args);
  if (page === undefined) return undefined;
  const { renderHelp } = await import("./render-help.ts");
  return renderHelp(page, widthOf(terminal));
}

/** What `dragline help WORDS` asks for. */
async function askedPage([name = "", verb]: readonly string[]): Promise<LaidPage> {
  const entry = commandOf(name);
  return entry === undefined ? overview() : await pageOf(await entry.help(), verb);
}

/** What a command line with `--help` asks for. */
async function ownPage(name: string, args: readonly string[]): Promise<LaidPage | undefined> {
  const end = args.indexOf("--");
  const isAsked = args.slice(0, end === -1 ? undefined : end).some(isHelp);
  const help = isAsked ? await commandOf(name)?.help() : undefined;
  return help && (await pageOf(help, verbOf(help, args)));
}

/** The subcommand that arguments name; undefined without one. */
export function verbOf({ verbs = {} }: CommandHelp, args: readonly string[]): string | undefined {
  return args.find((arg) => Object.hasOwn(verbs, arg));
}

async function pageOf(help: CommandHelp, verb?: string): Promise<LaidPage> {
  const { laidPage } = await import("./help-blocks.ts");
  return laidPage(help, verb);
}

function isHelp(arg: string): boolean {
  return arg === "--help" || arg === "-h";
}

function widthOf({ stdout, env }: Pick<Terminal, "stdout" | "env">): number {
  const said = /^\d{1,4}$/.test(env["COLUMNS"] ?? "") ? Number(env["COLUMNS"]) : stdout.columns;
  return Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, said || USUAL_WIDTH));
}

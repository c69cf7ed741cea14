import { isDraglineError } from "../core/index.ts";
import type { Command } from "./command.ts";
import {
  exitCodes,
  Interrupted,
  paint,
  print,
  say,
  UsageError,
  type Terminal,
} from "./terminal.ts";
import { guardTerminal } from "./guard-terminal.ts";
import { version } from "./version.ts";

/** Each command is loaded when it is asked for: converting a file needs no HTTP client. */
const commands: Readonly<Record<string, CommandEntry>> = {
  scrape: {
    summary: "fetch a page and print it as markdown, HTML, links or images",
    load: async () => (await import("./commands/scrape.ts")).scrape,
  },
  extract: {
    summary: "extract the values of a JSON Schema from pages, as JSON",
    load: async () => (await import("./commands/extract.ts")).extract,
  },
  map: {
    summary: "list the URLs of a site, from its links and sitemaps",
    load: async () => (await import("./commands/map.ts")).map,
  },
  crawl: {
    summary: "follow a site's links and write every page, resumably",
    load: async () => (await import("./commands/crawl.ts")).crawl,
  },
  search: {
    summary: "search the web, or pages of your own, for words",
    load: async () => (await import("./commands/search.ts")).search,
  },
  research: {
    summary: "answer a question from pages, with citations that stand on them",
    load: async () => (await import("./commands/research.ts")).research,
  },
  agent: {
    summary: "have a model do a task in a browser, step by step",
    load: async () => (await import("./commands/agent.ts")).agent,
  },
  visibility: {
    summary: "ask answer engines one question, and see who is named and cited",
    load: async () => (await import("./commands/visibility.ts")).visibility,
  },
  index: {
    summary: "keep pages of your own that can be searched without a key",
    load: async () => (await import("./commands/page-index.ts")).pageIndex,
  },
  monitor: {
    summary: "watch pages for changes, and show what changed",
    load: async () => (await import("./commands/monitor.ts")).monitor,
  },
  convert: {
    summary: "convert HTML from a file or stdin, one page or many as JSON lines",
    load: async () => (await import("./commands/convert.ts")).convert,
  },
  wire: {
    summary: "run pre-built actions on websites, and test your own",
    load: async () => (await import("./commands/wire.ts")).wire,
  },
  webhooks: {
    summary: "listen for webhooks on this machine, verify and print them",
    load: async () => (await import("./commands/webhooks.ts")).webhooks,
  },
  serve: {
    summary: "serve the web-data API, with everything in one folder",
    load: async () => (await import("./commands/serve.ts")).serve,
  },
  login: {
    summary: "log in to a website by hand and save the login",
    load: async () => (await import("./commands/login.ts")).login,
  },
  identity: {
    summary: "log in to websites by password or from a vault, and keep the logins",
    load: async () => (await import("./commands/identity.ts")).identity,
  },
  source: {
    summary: "connect vaults that logins are read from",
    load: async () => (await import("./commands/source.ts")).source,
  },
  keys: {
    summary: "make, list and revoke the API keys of a service",
    load: async () => (await import("./commands/keys.ts")).keys,
  },
  doctor: {
    summary: "say what is found on this machine and what is missing",
    load: async () => (await import("./commands/doctor.ts")).doctor,
  },
};

interface CommandEntry {
  /** One line for the list of commands. */
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

const help = `Usage: dragline COMMAND [OPTIONS]

Commands:
${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`)
  .join("\n")}

  dragline COMMAND --help   all about a command
  dragline --version        the version

Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted.
Colours obey NO_COLOR and FORCE_COLOR; results go to stdout, all else to stderr.
`;

/**
 * Runs a command line.
 * @param argv the arguments after the program's name
 * @returns the exit code: 0 done, 1 failed, 2 wrong usage, 130 interrupted
 */
export async function runCli(argv: readonly string[], surroundings: Terminal): Promise<number> {
  const terminal = guardTerminal(surroundings);
  const [name = "--help", ...args] = argv;
  try {
    return await dispatch(name, args, terminal);
  } catch (error) {
    if (terminal.signal.aborted || error instanceof Interrupted) return exitCodes.interrupted;
    if (!(error instanceof Error)) throw error;
    if (isBrokenPipe(error)) return exitCodes.ok;
    say(terminal, `${paint(terminal, "red", "dragline:")} ${sentence(error, name)}`);
    return isUsage(error) ? exitCodes.usage : exitCodes.failed;
  }
}

async function dispatch(
  name: string,
  args: readonly string[],
  terminal: Terminal,
): Promise<number> {
  switch (name) {
    case "--help":
    case "-h":
    case "help":
      await print(terminal, (await commandOf(args[0] ?? "")?.load())?.help ?? help);
      return exitCodes.ok;
    case "--version":
    case "-v":
      await print(terminal, `${version}\n`);
      return exitCodes.ok;
    default:
      return runCommand(name, args, terminal);
  }
}

function commandOf(name: string): CommandEntry | undefined {
  return Object.hasOwn(commands, name) ? commands[name] : undefined;
}

async function runCommand(
  name: string,
  args: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const command = await commandOf(name)?.load();
  if (command === undefined) {
    throw new UsageError(`unknown command '${name}'; try: dragline --help`);
  }
  if (!args.includes("--help") && !args.includes("-h")) return command.run(args, terminal);
  await print(terminal, command.help);
  return exitCodes.ok;
}

/** parseArgs explains at length how to escape a dash; its first sentence is enough. */
function sentence(error: Error, name: string): string {
  if (!isParseError(error)) return error.message;
  const [first = ""] = error.message.split(/\. |\n/, 1);
  return `${first.replace(/\.$/, "")}; try: dragline ${name} --help`;
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

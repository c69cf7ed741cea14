import { resolve } from "node:path";
import { commandOf } from "../command-list.ts";
import type { Flags } from "../help/flag.ts";
import { verbOf } from "../help/help-text.ts";
import { UsageError, type Terminal } from "../terminal/terminal.ts";
import { findConfig } from "./find-config.ts";
import type { Section } from "./read-config.ts";

/** A command line with the defaults of a file before what it says. */
interface Configured {
  readonly args: readonly string[];
  readonly env: Terminal["env"];
}

/** Flags of which one takes the place of the others. */
const exclusive: readonly (readonly string[])[] = [
  ["browser", "auto"],
  ["provider", "index"],
  ["every", "cron"],
  ["schema", "field"],
];

/** Commands that take no defaults. */
const without: ReadonlySet<string> = new Set(["init", "completion"]);

/**
 * Reads the file of defaults, where there is one, and `--config` and `--no-config`.
 * @param folder where the search for it begins
 * @throws UsageError
 */
export async function withConfig(
  [name = "", ...given]: readonly string[],
  env: Terminal["env"],
  folder = process.cwd(),
): Promise<Configured> {
  const { named, isOff, args } = ownFlags(given);
  const help = await commandOf(name)?.help();
  if (isOff || help === undefined || without.has(name)) return { args, env };
  const file = named === undefined ? findConfig(folder) : resolve(folder, named);
  if (file === undefined) return { args, env };
  const verb = verbOf(help, args);
  const { flags } = (verb === undefined ? undefined : help.verbs?.[verb]) ?? help;
  const { readConfig } = await import("./read-config.ts");
  const config = await readConfig(file);
  const added = await addedArgs(config.sections, { name, flags, args });
  return { args: [...added, ...args], env: { ...config.env, ...env } };
}

interface CommandLine {
  /** The command's. */
  readonly name: string;
  readonly flags: Flags;
  readonly args: readonly string[];
}

/** The defaults as arguments, without those that the command line says itself. */
async function addedArgs(
  sections: ReadonlyMap<string, Section>,
  { name, flags, args }: CommandLine,
): Promise<string[]> {
  const own = [...(sections.get(name) ?? [])].filter(([flag]) => Object.hasOwn(flags, flag));
  const defaults = new Map([...(await sharedDefaults(sections, flags)), ...own]);
  const said = new Set(saidFlags(args, flags));
  const replaced = exclusive.filter((group) => group.some((flag) => said.has(flag))).flat();
  const left = [...defaults].filter(([flag]) => !said.has(flag) && !replaced.includes(flag));
  return left.flatMap(argsOf);
}

/** What `--config` and `--no-config` say, and the arguments without them. */
function ownFlags(given: readonly string[]) {
  const end = given.indexOf("--");
  const [head, tail] = end === -1 ? [given, []] : [given.slice(0, end), given.slice(end)];
  const args: string[] = [];
  let named: string | undefined;
  let isOff = false;
  for (let at = 0; at < head.length; at += 1) {
    const arg = head[at] ?? "";
    if (arg === "--no-config") isOff = true;
    else if (arg === "--config") named = head[(at += 1)] ?? "";
    else if (arg.startsWith("--config=")) named = arg.slice("--config=".length);
    else args.push(arg);
  }
  if (named === "") throw new UsageError("--config takes a file");
  return { named, isOff, args: [...args, ...tail] };
}

async function sharedDefaults(sections: ReadonlyMap<string, Section>, flags: Flags) {
  const { sharedTables } = await import("./shared-tables.ts");
  return Object.entries(sharedTables).flatMap(([name, tables]) =>
    [...(sections.get(name) ?? [])].filter(([flag]) =>
      tables.some((table) => Object.hasOwn(flags, flag) && table[flag] === flags[flag]),
    ),
  );
}

/** The flags that arguments name, those that are taken back by `--no-…` too. */
function saidFlags(args: readonly string[], flags: Flags): string[] {
  const end = args.indexOf("--");
  const formerly = new Map(
    Object.entries(flags).map(([name, { formerly: old = name }]) => [old, name]),
  );
  return args.slice(0, end === -1 ? undefined : end).flatMap((arg) => {
    if (!arg.startsWith("--")) return [];
    const [said = ""] = arg.slice(2).split("=", 1);
    const off = said.replace(/^no-/, "");
    return [formerly.get(said) ?? said, ...(Object.hasOwn(flags, said) ? [] : [off])];
  });
}

function argsOf([flag, value]: readonly [string, boolean | string | readonly string[]]): string[] {
  if (typeof value === "boolean") return value ? [`--${flag}`] : [];
  return [value].flat().map((text) => `--${flag}=${text}`);
}

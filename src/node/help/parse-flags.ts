import { parseArgs } from "node:util";
import { UsageError } from "../terminal/terminal.ts";
import type { Flags, Values } from "./flag.ts";
import type { VerbCommandHelp, VerbHelp } from "./help-page.ts";

/** A command line, read. */
export interface Parsed<F extends Flags> {
  readonly values: Values<F>;
  readonly positionals: readonly string[];
}

/**
 * Reads a command line by the flags of a table.
 * @param allowPositionals whether anything but flags may stand there
 * @throws what parseArgs throws
 */
export function parseFlags<F extends Flags>(
  flags: F,
  args: readonly string[],
  allowPositionals = true,
): Parsed<F> {
  const { values, positionals } = parseArgs({
    args: withNewNames(args, flags),
    options: flags,
    allowPositionals,
  });
  return { values, positionals };
}

/** The same arguments, with the flags' names of today. */
function withNewNames(args: readonly string[], flags: Flags): string[] {
  const names = new Map(
    Object.entries(flags).map(([name, { formerly = name }]) => [`--${formerly}`, `--${name}`]),
  );
  const end = args.indexOf("--");
  return args.map((arg, at) => {
    const [head = ""] = arg.split("=", 1);
    const name = end === -1 || at < end ? names.get(head) : undefined;
    return name === undefined ? arg : name + arg.slice(head.length);
  });
}

type Verbs = Readonly<Record<string, VerbHelp>>;
type Intersection<Union> = (Union extends unknown ? (it: Union) => void : never) extends (
  it: infer All,
) => void
  ? All
  : never;
type EachValues<V extends Verbs> = { readonly [Name in keyof V]: Values<V[Name]["flags"]> };

/** What a command line says of the flags of all subcommands. */
export type VerbValues<V extends Verbs> = Intersection<EachValues<V>[keyof V]>;

/** The command line of a subcommand, read. */
interface ParsedVerb<V extends Verbs> {
  readonly verb: keyof V & string;
  /** What stands behind the subcommand. */
  readonly names: readonly string[];
  readonly values: VerbValues<V>;
}

/**
 * Reads the command line of a command that has subcommands.
 * @throws UsageError for an unknown subcommand, and for a flag that it does not take; what parseArgs
 *   throws
 */
export function parseVerb<V extends Verbs>(
  { name: command, verbs }: VerbCommandHelp<Flags, V>,
  args: readonly string[],
): ParsedVerb<V> {
  const flags: Flags = Object.assign({}, ...Object.values(verbs).map((verb) => verb.flags));
  const { values, positionals } = parseFlags(flags, args);
  const [verb = "", ...names] = positionals;
  const page = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (page === undefined) {
    const [first = "", ...more] = Object.keys(verbs);
    const known = more.length === 0 ? `'${first}'` : `one of ${[first, ...more].join(", ")}`;
    throw new UsageError(`expected ${known}; try: dragline ${command} --help`);
  }
  const stray = Object.keys(values).find((flag) => !Object.hasOwn(page.flags, flag));
  if (stray !== undefined) {
    throw new UsageError(`'${verb}' takes no --${stray}; try: dragline ${command} ${verb} --help`);
  }
  return { verb, names, values: values as VerbValues<V> };
}

import { parseArgs } from "node:util";
import { nearestName } from "../../core/index.ts";
import { UsageError } from "../terminal/terminal.ts";
import type { Flags, Option, Values } from "./flag.ts";
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
    args: withoutNegated(withNewNames(args, flags), flags),
    options: flags,
    allowPositionals,
  });
  return { values: withChoices(values, flags), positionals };
}

/**
 * The same values, with lists of choices taken apart.
 * @throws UsageError for a value that is none of a flag's choices
 */
function withChoices<F extends Flags>(values: object, flags: F): Values<F> {
  const checked = Object.entries<unknown>({ ...values }).map(([name, value]) => {
    const flag = flags[name];
    if (flag === undefined || !("choices" in flag)) return [name, value];
    if (typeof value === "string") return [name, oneOf(name, value, flag)];
    const words = (value as readonly string[])
      .flatMap((list) => list.split(","))
      .map((word) => oneOf(name, word.trim(), flag));
    return [name, [...new Set(words)]];
  });
  // The same names, with the values that the flags take.
  return Object.fromEntries(checked) as Values<F>;
}

/** @throws UsageError */
function oneOf(name: string, word: string, { choices = [] }: Option): string {
  if (choices.includes(word)) return word;
  const near = nearestName(word, choices);
  const meant = near === undefined ? "" : `; did you mean '${near}'?`;
  throw new UsageError(`--${name} takes ${orText(choices)}; got '${word}'${meant}`);
}

/** `a, b or c`. */
function orText(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} or ${last}`;
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

/** The same arguments, without the switches that `--no-…` takes back. */
function withoutNegated(args: readonly string[], flags: Flags): string[] {
  const end = args.indexOf("--");
  const isFlag = (at: number): boolean => end === -1 || at < end;
  const negated = new Set(
    args.flatMap((arg, at) => {
      const name = arg.startsWith("--no-") && isFlag(at) ? arg.slice("--no-".length) : "";
      const isSwitch = Object.hasOwn(flags, name) && flags[name]?.type === "boolean";
      return isSwitch && !Object.hasOwn(flags, `no-${name}`) ? [name] : [];
    }),
  );
  const isNegated = (arg: string): boolean => {
    const [, name = ""] = /^--(?:no-)?(.+)$/.exec(arg) ?? [];
    return negated.has(name);
  };
  return args.filter((arg, at) => !isFlag(at) || !isNegated(arg));
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
    const near = nearestName(verb, Object.keys(verbs));
    const meant = near === undefined ? "; try" : `; did you mean '${near}'? Try`;
    const got = verb === "" ? "" : `; got '${verb}'`;
    throw new UsageError(`expected ${known}${got}${meant}: dragline ${command} --help`);
  }
  const stray = Object.keys(values).find((flag) => !Object.hasOwn(page.flags, flag));
  if (stray === "remote" && page.localOnly !== undefined) throw new UsageError(page.localOnly);
  if (stray !== undefined) {
    throw new UsageError(`'${verb}' takes no --${stray}; try: dragline ${command} ${verb} --help`);
  }
  return { verb, names, values: values as VerbValues<V> };
}

import { Disposer } from "../../core/index.ts";
import type { VaultProvider } from "../../vault/index.ts";
import type { Command } from "../command.ts";
import type { Flags } from "../help/flag.ts";
import type { VerbCommandHelp, VerbHelp } from "../help/help-page.ts";
import { parseVerb, type VerbValues } from "../help/parse-flags.ts";
import { UsageError, type Terminal } from "../terminal/terminal.ts";
import { openOwnService, type OwnService, type ServiceValues } from "./own-service.ts";

/** What a subcommand is run with. */
export interface Scope<V extends ServiceValues> {
  readonly service: OwnService;
  readonly values: V;
  readonly terminal: Terminal;
  /** What stands behind the subcommand. */
  readonly names: readonly string[];
}

/** A subcommand of `dragline identity` or `dragline source`. */
export interface Verb<V extends ServiceValues> {
  /** What stands behind it, in words. */
  readonly takes: string;
  /** The least and the most of it. */
  readonly count: readonly [least: number, most: number];
  /** Whether stores that are not there are made. */
  readonly makes?: boolean;
  /** @returns the exit code */
  run(scope: Scope<V>): Promise<number>;
}

type Verbs = Readonly<Record<string, VerbHelp>>;

/** What a command is made of. */
interface VerbCommandParts<V extends Verbs> {
  readonly help: VerbCommandHelp<Flags, V>;
  readonly verbs: Readonly<Record<keyof V, Verb<VerbValues<V> & ServiceValues>>>;
  /** Kinds of vaults; the built-in ones when absent. */
  readonly vaults?: readonly VaultProvider[] | undefined;
}

/** A command whose subcommands ask the service's own routes, over the stores of a service. */
export function verbCommand<V extends Verbs>({
  help,
  verbs,
  vaults,
}: VerbCommandParts<V>): Command {
  return {
    async run(args, terminal) {
      const { verb: word, names, ...parsed } = parseVerb(help, args);
      // Every subcommand of these commands takes the service's flags.
      const values = parsed.values as VerbValues<V> & ServiceValues;
      const verb = verbs[word];
      const [least, most] = verb.count;
      if (names.length < least || names.length > most || names.includes("")) {
        throw new UsageError(
          `'${word}' takes ${verb.takes}; try: dragline ${help.name} ${word} --help`,
        );
      }
      await using owned = new Disposer();
      const { makes = false } = verb;
      const service = await openOwnService({ values, terminal, owned, makes, vaults });
      return await verb.run({ service, values, terminal, names });
    },
  };
}

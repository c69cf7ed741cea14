import { Disposer } from "../../core/index.ts";
import type { VaultProvider } from "../../vault/index.ts";
import type { Command } from "../command.ts";
import type { Flags } from "../help/flag.ts";
import type { VerbCommandHelp, VerbHelp } from "../help/help-page.ts";
import { parseVerb, type VerbValues } from "../help/parse-flags.ts";
import { UsageError, type Terminal } from "../terminal/terminal.ts";
import { remotePlace } from "../remote/remote-place.ts";
import { openOwnService, type ServiceValues } from "./own-service.ts";
import type { WireApi } from "./wire-api.ts";

/** What a subcommand is run with. */
export interface Scope<V extends ServiceValues> {
  readonly service: WireApi;
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

/** A command whose subcommands ask the routes of a service: over its stores, or elsewhere. */
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
      const work = (service: WireApi) => verb.run({ service, values, terminal, names });
      const place = remotePlace(help.verbs[word] ?? help, values);
      if (place !== undefined) {
        const { withWireApi } = await import("../remote/wire-api.ts");
        return await withWireApi(place, terminal, work);
      }
      await using owned = new Disposer();
      const { makes = false } = verb;
      return await work(await openOwnService({ values, terminal, owned, makes, vaults }));
    },
  };
}

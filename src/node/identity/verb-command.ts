import { parseArgs } from "node:util";
import { Disposer } from "../../core/index.ts";
import type { VaultProvider } from "../../vault/index.ts";
import type { Command } from "../command.ts";
import { UsageError, type Terminal } from "../terminal.ts";
import { openOwnService, serviceFlags, type OwnService } from "./own-service.ts";
import { fieldFlags } from "./read-fields.ts";

const optionTypes = {
  ...serviceFlags,
  ...fieldFlags,
  name: { type: "string" },
  site: { type: "string" },
  source: { type: "string" },
  entry: { type: "string" },
  field: { type: "string", multiple: true },
  method: { type: "string" },
  domain: { type: "string" },
  "delete-identities": { type: "boolean" },
} as const;

type Values = ReturnType<typeof parse>["values"];

/** What a verb works with. */
export interface Scope {
  readonly service: OwnService;
  readonly values: Values;
  readonly terminal: Terminal;
  /** What stands behind the verb. */
  readonly names: readonly string[];
}

/** A verb of `dragline identity` or `dragline source`. */
export interface Verb {
  /** What stands behind it, in words. */
  readonly takes: string;
  /** The least and the most of it. */
  readonly count: readonly [least: number, most: number];
  /** Besides those that all take. */
  readonly flags: readonly (keyof Values)[];
  /** Whether stores that are not there are made. */
  readonly makes?: boolean;
  /** @returns the exit code */
  run(scope: Scope): Promise<number>;
}

/** What a command is made of. */
export interface VerbCommandParts {
  readonly name: string;
  readonly help: string;
  readonly verbs: Readonly<Record<string, Verb>>;
  /** Kinds of vaults; the built-in ones when absent. */
  readonly vaults?: readonly VaultProvider[] | undefined;
}

/** A command whose verbs ask the service's own routes, over the stores of a service. */
export function verbCommand({ name, help, verbs, vaults }: VerbCommandParts): Command {
  return {
    help,
    async run(args, terminal) {
      const { values, positionals } = parse(args);
      const [word = "", ...names] = positionals;
      const verb = Object.hasOwn(verbs, word) ? verbs[word] : undefined;
      if (verb === undefined) {
        const known = Object.keys(verbs).join(", ");
        throw new UsageError(`expected one of ${known}; try: dragline ${name} --help`);
      }
      const stray = Object.keys(values).find((flag) => !isTaken(flag, verb));
      if (stray !== undefined) throw new UsageError(`'${word}' takes no --${stray}`);
      const [least, most] = verb.count;
      if (names.length < least || names.length > most || names.includes("")) {
        throw new UsageError(`'${word}' takes ${verb.takes}; try: dragline ${name} --help`);
      }
      await using owned = new Disposer();
      const { makes = false } = verb;
      const service = await openOwnService({ values, terminal, owned, makes, vaults });
      return await verb.run({ service, values, terminal, names });
    },
  };
}

function isTaken(flag: string, { flags }: Verb): boolean {
  return Object.hasOwn(serviceFlags, flag) || flags.some((it) => it === flag);
}

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: optionTypes, allowPositionals: true });
}

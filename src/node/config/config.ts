import type { Flag, Flags, List, Option, Switch, ChoiceOf } from "../help/flag.ts";
import type {
  browserFlags,
  engineFlags,
  requestFlags,
  scrapeFlags,
} from "../help/flags/page-flags.ts";
import type { indexFlags } from "../help/flags/search-flags.ts";
import type { dataFlag } from "../help/flags/service-flags.ts";
import type { VerbHelp } from "../help/help-page.ts";
import type { tables } from "./tables.ts";
import type { VariableName } from "./variables.ts";

/** `max-pages` as `maxPages`. */
type FieldName<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<FieldName<Tail>>}`
  : Name;

type FieldValue<F extends Flag> = F extends Switch
  ? boolean
  : F extends List
    ? ChoiceOf<F> | readonly ChoiceOf<F>[]
    : F extends Option & { readonly choices: readonly string[] }
      ? ChoiceOf<F>
      : string | number;

/** Defaults of flags, by their names in camel case. */
type Defaults<F extends Flags> = {
  readonly [Name in keyof F & string as FieldName<Name>]?: FieldValue<F[Name]> | undefined;
};

type VerbFlags<V extends Readonly<Record<string, VerbHelp>>> = {
  readonly [Verb in keyof V]: Defaults<V[Verb]["flags"]>;
}[keyof V];

type Merged<Union> = (Union extends unknown ? (it: Union) => void : never) extends (
  it: infer All,
) => void
  ? All
  : never;

type CommandDefaults<Table> = Table extends {
  readonly verbs: infer V extends Readonly<Record<string, VerbHelp>>;
}
  ? Merged<VerbFlags<V>>
  : Table extends { readonly flags: infer F extends Flags }
    ? Defaults<F>
    : never;

/** Sections of a configuration that hold for several commands. */
interface SharedDefaults {
  /** How pages are requested, by every command that loads pages of others. */
  readonly fetch?:
    | Defaults<typeof requestFlags & Pick<typeof scrapeFlags, "obey-robots" | "timeout-ms">>
    | undefined;
  /** When and how Chromium loads them. */
  readonly browser?: Defaults<typeof browserFlags & typeof engineFlags> | undefined;
  /** Where things are kept: the data folder of the service, the file of the index. */
  readonly storage?: Defaults<{ readonly data: typeof dataFlag } & typeof indexFlags> | undefined;
  /** Environment variables that are not set. */
  readonly env?: { readonly [Name in VariableName]?: string | undefined } | undefined;
}

/** Sections of one command each, by its name. */
type CommandSections = {
  readonly [Name in keyof typeof tables]?:
    | CommandDefaults<Awaited<ReturnType<(typeof tables)[Name]>>>
    | undefined;
};

/**
 * Defaults of the command line, as `dragline.config.ts` has them: a section for each command, and three
 * that hold for several. Fields are the flags' names in camel case. What the command line says wins, then
 * the command's own section.
 */
export type DraglineConfig = SharedDefaults & CommandSections;

/**
 * Gives a configuration back as it is, typed for editors.
 * @example
 * ```ts
 * import { defineConfig } from "dragline/node";
 *
 * const config = defineConfig({
 *   fetch: { header: ["accept-language: en"] },
 *   crawl: { maxPages: 500, format: ["markdown", "links"], main: true },
 *   serve: { port: 8080 },
 * });
 * // In dragline.config.ts it is the default export.
 * console.log(config.serve?.port);
 * ```
 */
export function defineConfig(config: DraglineConfig): DraglineConfig {
  return config;
}

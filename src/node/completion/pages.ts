import type { Flag } from "../help/flag.ts";
import type { CommandHelp, HelpPage } from "../help/help-page.ts";
import { configFlags } from "../help/flags/config-flags.ts";

/** What may stand behind a flag, or as an argument. */
export type Value =
  | { readonly kind: "files" }
  | { readonly kind: "folders" }
  | { readonly kind: "text" }
  | {
      readonly kind: "words";
      readonly words: readonly string[];
      /** Whether several may stand there with commas. */
      readonly isList: boolean;
    };

/** A flag, for a shell. */
export interface PageFlag {
  readonly name: string;
  readonly meaning: string;
  /** Undefined of a flag without a value. */
  readonly value: Value | undefined;
}

/** What a shell offers behind a command, or behind its subcommand. */
export interface Page {
  readonly command: string;
  /** Empty for the command itself. */
  readonly verb: string;
  readonly flags: readonly PageFlag[];
  /** Subcommands, with what they do. */
  readonly verbs: readonly (readonly [name: string, summary: string])[];
  readonly operand: Value;
}

/** A command of the list. */
export interface ListedCommand {
  readonly summary: string;
  readonly help: () => Promise<CommandHelp>;
}

/** Every page of the command line. */
export async function pages(
  commands: Readonly<Record<string, ListedCommand>>,
): Promise<readonly Page[]> {
  const tables = await Promise.all(Object.values(commands).map(({ help }) => help()));
  return tables.flatMap((table) => [
    pageOf(table, "", table),
    ...Object.entries(table.verbs ?? {}).map(([verb, page]) => pageOf(table, verb, page)),
  ]);
}

function pageOf({ name, verbs = {} }: CommandHelp, verb: string, page: HelpPage): Page {
  const flags = { ...page.flags, ...configFlags };
  return {
    command: name,
    verb,
    flags: [
      ...Object.entries(flags).map(([flag, is]) => flagOf(flag, is)),
      { name: "help", meaning: "show how it is used", value: undefined },
    ],
    verbs: verb === "" ? Object.entries(verbs).map(([of, { summary }]) => [of, summary]) : [],
    operand: operandOf(page),
  };
}

function flagOf(name: string, flag: Flag): PageFlag {
  const { meaning } = flag;
  return { name, meaning, value: flag.type === "boolean" ? undefined : valueOf(flag) };
}

function valueOf({ value, choices, ...flag }: Exclude<Flag, { readonly type: "boolean" }>): Value {
  if (choices !== undefined) {
    return { kind: "words", words: choices, isList: "multiple" in flag };
  }
  if (/^(?:DIR|FOLDER)$/.test(value)) return { kind: "folders" };
  return { kind: /^(?:FILE|PATH)$/.test(value) ? "files" : "text" };
}

/** What its usage says of arguments. */
function operandOf({ usage, operands }: HelpPage): Value {
  if (operands !== undefined) return { kind: "words", words: operands, isList: false };
  // Without flags and their values.
  const text = usage.join(" ").replaceAll(/--\S+(?: [A-Z]+)?/g, "");
  if (/\b(?:FILE|ARCHIVE|PATTERN)\b/.test(text)) return { kind: "files" };
  return { kind: /\bFOLDER\b/i.test(text) ? "folders" : "text" };
}

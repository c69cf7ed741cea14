import type { Flags } from "./flag.ts";

/** A term and what it means: a line of the grid. */
export type Row = readonly [term: string, meaning: string];

/** A part of a help page behind the flags. */
export interface Section {
  readonly title?: string;
  readonly rows?: readonly Row[];
  /** Paragraphs; they stand behind the rows. */
  readonly text?: readonly string[];
}

/** What help says of a command, or of one of its subcommands. */
export interface HelpPage<F extends Flags = Flags> {
  /** Each way to call it, without the program's and the command's names. */
  readonly usage: readonly string[];
  /** Paragraphs; the first says in a sentence what it does. */
  readonly purpose: readonly string[];
  /** What its argument may be, where it is one of a few words. */
  readonly operands?: readonly string[];
  readonly flags: F;
  /** The flags that `--remote` can be combined with, where there is such a flag. */
  readonly remote?: readonly string[];
  /** Why it takes no `--remote`, as a sentence, where other subcommands of the command take it. */
  readonly localOnly?: string;
  readonly sections?: readonly Section[];
  readonly examples?: readonly Row[];
  /** Those of the command when absent. */
  readonly exitCodes?: Readonly<Record<number, string>>;
}

/** A subcommand: `list` of `dragline keys`. */
export interface VerbHelp<F extends Flags = Flags> extends HelpPage<F> {
  /** A line for the list of subcommands. */
  readonly summary: string;
}

/** A command's table, from which its help, its page of the reference and its `parseArgs` are made. */
export interface CommandHelp<F extends Flags = Flags> extends HelpPage<F> {
  readonly name: string;
  readonly exitCodes: Readonly<Record<number, string>>;
  /** Each with all of the flags that it takes. */
  readonly verbs?: Readonly<Record<string, VerbHelp>>;
}

/** The table of a command that has subcommands. */
export interface VerbCommandHelp<
  F extends Flags,
  V extends Readonly<Record<string, VerbHelp>>,
> extends Omit<CommandHelp<F>, "verbs"> {
  readonly verbs: V;
}

/** Exit codes of every command that can fail and be interrupted. */
export const usualCodes: Readonly<Record<number, string>> = Object.freeze({
  2: "the command line is wrong",
  130: "you interrupted it",
});

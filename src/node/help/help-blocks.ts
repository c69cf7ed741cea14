import type { Flag, Flags } from "./flag.ts";
import type { CommandHelp, HelpPage, Row, Section } from "./help-page.ts";

/** A help page, ready to be laid out. */
export interface LaidPage {
  /** Whole command lines. */
  readonly usage: readonly string[];
  readonly purpose: readonly string[];
  readonly blocks: readonly Section[];
}

/** The page of a command, or of its subcommand. */
export function laidPage(command: CommandHelp, verb?: string): LaidPage {
  const page: HelpPage = (verb === undefined ? undefined : command.verbs?.[verb]) ?? command;
  const isVerb = page !== command;
  const verbs = isVerb ? {} : (command.verbs ?? {});
  const own = page.usage.map((line) => joined(["dragline", command.name, isVerb && verb, line]));
  const theirs = Object.entries(verbs).flatMap(([name, { usage }]) =>
    usage.map((line) => joined(["dragline", command.name, name, line])),
  );
  return {
    usage: [...new Set([...own, ...theirs])],
    purpose: page.purpose,
    blocks: [
      ...verbBlock(command.name, verbs),
      ...flagBlocks(page.flags),
      ...remoteBlock(page.remote),
      ...(page.sections ?? []),
      ...(page.examples === undefined ? [] : [{ title: "Examples", rows: page.examples }]),
      { title: "Exit codes", rows: Object.entries(page.exitCodes ?? command.exitCodes) },
    ],
  };
}

function joined(words: readonly (string | false | undefined)[]): string {
  return words.filter(Boolean).join(" ");
}

function verbBlock(command: string, verbs: NonNullable<CommandHelp["verbs"]>): Section[] {
  const rows = Object.entries(verbs).map(([name, { summary }]): Row => [name, summary]);
  if (rows.length === 0) return [];
  const name = rows.length === 1 ? (rows[0]?.[0] ?? "") : "COMMAND";
  const hint = `'dragline ${command} ${name} --help' shows all options of ${rows.length === 1 ? "it" : "a command"}.`;
  return [{ title: "Commands", rows, text: [hint] }];
}

function flagBlocks(flags: Flags): Section[] {
  const groups = Map.groupBy(Object.entries(flags), ([, { group = "Options" }]) => group);
  return [...groups].map(([title, members]) => ({ title, rows: members.map(flagRow) }));
}

function remoteBlock(remote: readonly string[] | undefined): Section[] {
  if (remote === undefined) return [];
  const names = remote.map((name) => `--${name}`).join(", ");
  const text =
    names === ""
      ? "No other option can be combined with --remote."
      : `With --remote, only these options can be used as well: ${names}.`;
  return [{ text: [text] }];
}

function flagRow([name, flag]: [string, Flag]): Row {
  const term = flag.type === "string" ? `--${name} ${flag.value}` : `--${name}`;
  const notes = [
    ...("byDefault" in flag ? [`default: ${flag.byDefault}`] : []),
    ...("multiple" in flag ? ["repeatable"] : []),
  ];
  return [term, notes.length === 0 ? flag.meaning : `${flag.meaning} (${notes.join("; ")})`];
}

// Writes docs/reference/command-line.md from the tables that help and parseArgs are made of.
import { commands } from "../../src/node/command-list.ts";
import { laidPage } from "../../src/node/help/help-blocks.ts";
import type { CommandHelp, HelpPage, Row, Section } from "../../src/node/help/help-page.ts";

const tables = await Promise.all(
  Object.entries(commands).map(async ([name, { summary, help }]) => ({
    name,
    summary,
    help: await help(),
  })),
);

/** The reference of the command line, as Markdown. */
export function commandLinePage(): string {
  const list = tables.map(({ name, summary }): [string, string] => [
    `[\`dragline ${name}\`](#dragline-${name})`,
    inline(summary),
  ]);
  return [
    "# Command line",
    "<!-- Written by scripts/docs/command-line.ts from src/node/help/tables; do not edit. -->",
    "This page lists every command of `dragline` with its options. `dragline COMMAND --help` prints the same text in the terminal, and `dragline --version` prints the version.",
    table(["Command", "Purpose"], list),
    "Results go to stdout, everything else to stderr. `NO_COLOR` and `FORCE_COLOR` turn colours off and on. Times in milliseconds have options that end in `-ms`; other times are written as `30s`, `15m`, `1h`, `1d` or `1w`.",
    ...tables.flatMap(({ help }) => commandParts(help)),
    "## Older names",
    "These names from earlier versions still work.",
    table(["Older name", "Name", "Commands"], olderNames()),
  ]
    .join("\n\n")
    .concat("\n");
}

function commandParts(help: CommandHelp): string[] {
  const verbs = Object.keys(help.verbs ?? {});
  return [
    `## dragline ${help.name}`,
    ...pageParts(help),
    ...verbs.flatMap((verb) => [`### dragline ${help.name} ${verb}`, ...pageParts(help, verb)]),
  ];
}

function pageParts(help: CommandHelp, verb?: string): string[] {
  const { usage, purpose, blocks } = laidPage(help, verb);
  // What the command's own part says of all subcommands is not repeated for each.
  const said =
    verb === undefined ? [] : laidPage(help).blocks.map((block) => JSON.stringify(block));
  const own = blocks.filter((block) => !said.includes(JSON.stringify(block)));
  return [
    `\`\`\`text\n${usage.join("\n")}\n\`\`\``,
    ...purpose.map(inline),
    ...own.flatMap((block) => blockParts(block)),
  ];
}

function blockParts({ title = "", rows = [], text = [] }: Section): string[] {
  const isCode = title !== "Exit codes";
  const cells = rows.map(([term, meaning]): Row => [
    isCode ? `\`${term.replaceAll("|", "\\|")}\`` : term,
    inline(meaning),
  ]);
  return [
    ...(rows.length > 0 ? [table([title, "Meaning"], cells)] : []),
    ...(rows.length === 0 && title !== "" ? [`**${title}**`] : []),
    ...text.map(inline),
  ];
}

function olderNames(): (readonly string[])[] {
  const names = tables.flatMap(({ help }) =>
    [help, ...Object.values(help.verbs ?? {})].flatMap((page: HelpPage) =>
      Object.entries(page.flags).flatMap(([name, { formerly }]) =>
        formerly === undefined ? [] : [{ name, formerly, command: help.name }],
      ),
    ),
  );
  const byName = Map.groupBy(names, ({ formerly }) => formerly);
  return [...byName].map(([formerly, uses]) => [
    `\`--${formerly}\``,
    `\`--${uses[0]?.name}\``,
    [...new Set(uses.map(({ command }) => `\`${command}\``))].join(", "),
  ]);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

/** Text with its flags, variables and quoted commands as code, and the rest without markup. */
function inline(text: string): string {
  return text
    .split(
      /('dragline [^']+'|--[a-z][\w-]*|\b[A-Z0-9]+_[A-Z0-9_]+\b|\{"(?:[^{}]|\{[^{}]*\})*\}|\bhttps?:\/\/[^\s,]+)/,
    )
    .map((part, at) =>
      at % 2 === 1
        ? `\`${part.replace(/^'(.*)'$/, "$1").replaceAll("|", "\\|")}\``
        : part.replaceAll(/[*<>|[\]]/g, "\\$&"),
    )
    .join("");
}

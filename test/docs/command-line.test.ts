import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commandLinePage } from "../../scripts/docs/command-line.ts";
import { commands } from "../../src/node/command-list.ts";
import type { HelpPage } from "../../src/node/help/help-page.ts";
import { root } from "../sources.ts";
import { readPages } from "../../scripts/docs/pages.ts";
import { blocksOf, proseOf } from "./blocks.ts";

const file = "docs/reference/command-line.md";

describe("the reference of the command line", () => {
  it("is what the tables of the commands give", () => {
    expect(readFileSync(join(root, file), "utf8"), "run npm run docs").toBe(commandLinePage());
  });

  it("shows no text as markup", () => {
    const cells = commandLinePage()
      .split("\n")
      .filter((line) => line.startsWith("| "))
      .map((line) => line.split(/(?<!\\)\|/).length);
    expect(cells.length).toBeGreaterThan(200);
    expect(cells.every((count) => count === 4 || count === 5)).toBe(true);
    expect(commandLinePage()).toContain("In a GLOB, \\* matches any characters");
  });
});

/** The names of all flags of a command, older ones too. */
async function flagsOf(command: string): Promise<Set<string>> {
  const help = await commands[command]?.help();
  const all: readonly (HelpPage | undefined)[] = [help, ...Object.values(help?.verbs ?? {})];
  const flags = all.flatMap((page) => Object.entries(page?.flags ?? {}));
  return new Set(flags.flatMap(([name, { formerly = name }]) => [name, formerly]));
}

/** Flags of commands that documents show; `command` where they show which. */
function shownFlags(text: string): { readonly command?: string; readonly flag: string }[] {
  const rows = proseOf(text).match(/^\| `--[^|]*/gm) ?? [];
  const shell = blocksOf(text).filter(({ language }) => language === "sh");
  const lines = shell.flatMap(({ code }) => code.match(/^(?:npx )?dragline [a-z].*/gm) ?? []);
  return [
    ...rows.flatMap((row) => flagsIn(row).map((flag) => ({ flag }))),
    ...lines.flatMap((line) => {
      const [, command = ""] = /dragline ([a-z]+)/.exec(line) ?? [];
      return flagsIn(line.replace(/ [#|>;&].*/, "")).map((flag) => ({ command, flag }));
    }),
  ];
}

const flagsIn = (text: string): string[] =>
  [...text.matchAll(/(?<=[\s`])--([a-z][\w-]*)/g)].map(([, flag = ""]) => flag);

describe("documents", () => {
  it("show flags that the commands take", async () => {
    const names = Object.keys(commands);
    const taken = new Map<string, Set<string>>();
    for (const name of names) taken.set(name, await flagsOf(name));
    const any = new Set([...taken.values()].flatMap((flags) => [...flags]));
    const shown = readPages().flatMap(({ path, text }) =>
      shownFlags(text).map((it) => ({ path, ...it })),
    );
    expect(shown.length).toBeGreaterThan(100);
    const wrong = shown.filter(({ command, flag }) => {
      const flags = command === undefined ? any : taken.get(command);
      return flags?.has(flag) !== true && flag !== "help";
    });
    expect(wrong).toEqual([]);
  });
});

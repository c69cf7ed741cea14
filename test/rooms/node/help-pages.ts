import { commands } from "../../../src/node/command-list.ts";
import type { HelpPage } from "../../../src/node/help/help-page.ts";

/** A page of help. */
export interface AskedPage {
  /** `keys create`. */
  readonly name: string;
  /** The command line that asks for it. */
  readonly argv: readonly string[];
  /** The table that it is made of. */
  readonly page: HelpPage;
}

/** The help of every command and of every subcommand. */
export async function helpPages(): Promise<AskedPage[]> {
  const pages = await Promise.all(
    Object.entries(commands).map(async ([command, entry]) => {
      const help = await entry.help();
      const verbs = Object.entries(help.verbs ?? {});
      return [
        { name: command, argv: [command, "--help"], page: help },
        ...verbs.map(([verb, page]) => ({
          name: `${command} ${verb}`,
          argv: [command, verb, "--help"],
          page,
        })),
      ];
    }),
  );
  return pages.flat();
}

import type { Command } from "../command.ts";
import { parseFlags } from "../help/parse-flags.ts";
import { completionHelp } from "../help/tables/completion.ts";
import { pages, type ListedCommand } from "../completion/pages.ts";
import { nearestName } from "../../core/index.ts";
import { exitCodes, print, UsageError } from "../terminal/terminal.ts";

const { operands: shells } = completionHelp;

/**
 * `dragline completion`: a script by which a shell completes command lines.
 * @param commands all that there are
 */
export const completionOf = (commands: Readonly<Record<string, ListedCommand>>): Command => ({
  async run(args, terminal) {
    const { positionals } = parseFlags(completionHelp.flags, args);
    const [shell = "", ...rest] = positionals;
    if (rest.length > 0 || !shells.some((known) => known === shell)) throw unknownShell(shell);
    await print(terminal, await scriptFor(shell, commands));
    return exitCodes.ok;
  },
});

async function scriptFor(
  shell: string,
  commands: Readonly<Record<string, ListedCommand>>,
): Promise<string> {
  const names = Object.entries(commands).map(([name, { summary }]) => [name, summary] as const);
  const all = await pages(commands);
  if (shell === "zsh") return (await import("../completion/zsh.ts")).zshScript(all, names);
  if (shell === "fish") return (await import("../completion/fish.ts")).fishScript(all, names);
  const { bashScript } = await import("../completion/bash.ts");
  return bashScript(
    all,
    names.map(([name]) => name),
  );
}

function unknownShell(shell: string): UsageError {
  const near = nearestName(shell, shells);
  const meant = near === undefined ? "" : `; did you mean '${near}'?`;
  return new UsageError(`expected bash, zsh or fish; got '${shell}'${meant}`);
}

import type { Command } from "../command.ts";
import { commands } from "../command-list.ts";
import { parseFlags } from "../help/parse-flags.ts";
import { completionHelp } from "../help/tables/completion.ts";
import { pages } from "../completion/pages.ts";
import { nearestName } from "../../core/index.ts";
import { exitCodes, print, UsageError } from "../terminal/terminal.ts";

const { operands: shells } = completionHelp;

/** `dragline completion`: a script by which a shell completes command lines. */
export const completion: Command = {
  async run(args, terminal) {
    const { positionals } = parseFlags(completionHelp.flags, args);
    const [shell = "", ...rest] = positionals;
    if (rest.length > 0 || !shells.some((known) => known === shell)) throw unknownShell(shell);
    const names = Object.entries(commands).map(([name, { summary }]) => [name, summary] as const);
    await print(terminal, await scriptFor(shell, names));
    return exitCodes.ok;
  },
};

async function scriptFor(
  shell: string,
  names: readonly (readonly [string, string])[],
): Promise<string> {
  const all = await pages();
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

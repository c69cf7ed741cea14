import type { Command } from "../command.ts";
import { parseFlags } from "../help/parse-flags.ts";
import { initHelp } from "../help/tables/init.ts";
import { templates } from "../init/templates.ts";
import { writeProject } from "../init/write-project.ts";
import { printable } from "../terminal/printable.ts";
import { exitCodes, say, UsageError } from "../terminal/terminal.ts";

/** `dragline init`: a small project. */
export const init: Command = {
  async run(args, terminal) {
    const { values, positionals } = parseFlags(initHelp.flags, args);
    const [folder = ".", ...rest] = positionals;
    if (folder === "" || rest.length > 0) {
      throw new UsageError("expected one folder, or none; try: dragline init --help");
    }
    const template = templates[values.template ?? "scrape"];
    const files = await writeProject(folder, template);
    const place = folder === "." ? "this folder" : folder;
    say(terminal, printable(`${files.join(", ")} written into ${place}`));
    const enter = folder === "." ? "" : `cd ${folder} && `;
    say(terminal, printable(`next: ${enter}npm install, then: ${template.hint}`));
    return exitCodes.ok;
  },
};

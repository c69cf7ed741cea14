import type { Command } from "../command.ts";
import { parseFlags } from "../help/parse-flags.ts";
import { agentHelp } from "../help/tables/agent.ts";
import { readTask } from "../agent/read-task.ts";
import { runNew } from "../agent/run-new.ts";
import { runSaved } from "../agent/run-saved.ts";
import { remotePlace } from "../remote/remote-place.ts";
import { UsageError } from "../terminal/terminal.ts";

/** `dragline agent`: a task that a model does in a browser, once; a saved one is done without it. */
export const agent: Command = {
  async run(args, terminal) {
    const { values, positionals } = parseFlags(
      { ...agentHelp.flags, ...agentHelp.verbs.run.flags },
      args,
    );
    const [verb, file, ...more] = positionals;
    const isRun = verb === "run" && file !== undefined && more.length === 0;
    const place = remotePlace(agentHelp, values);
    if (place === undefined) {
      return await (isRun
        ? runSaved(file, values, terminal)
        : runNew(positionals, values, terminal));
    }
    if (isRun) {
      throw new UsageError(
        "'run' cannot be combined with --remote: a service keeps no saved tasks",
      );
    }
    const task = await readTask(positionals, values, terminal);
    const { doTaskAt } = await import("../remote/agent.ts");
    return await doTaskAt(place, { task, values }, terminal);
  },
};

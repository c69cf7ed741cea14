import type { Command } from "../command.ts";
import { parseFlags } from "../help/parse-flags.ts";
import { agentHelp } from "../help/tables/agent.ts";
import { runNew } from "../agent/run-new.ts";
import { runSaved } from "../agent/run-saved.ts";

/** `dragline agent`: a task that a model does in a browser, once; a saved one is done without it. */
export const agent: Command = {
  run(args, terminal) {
    const { values, positionals } = parseFlags(
      { ...agentHelp.flags, ...agentHelp.verbs.run.flags },
      args,
    );
    const [verb, file, ...more] = positionals;
    const isRun = verb === "run" && file !== undefined && more.length === 0;
    return isRun ? runSaved(file, values, terminal) : runNew(positionals, values, terminal);
  },
};

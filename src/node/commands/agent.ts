import type { Command } from "../command.ts";
import { parseAgentFlags } from "../agent/agent-flags.ts";
import { runNew } from "../agent/run-new.ts";
import { runSaved } from "../agent/run-saved.ts";
import { modelHelp } from "../open-model.ts";

const help = `Usage: dragline agent "TASK" --url URL [OPTIONS]
       dragline agent run FILE [--param N=VALUE …] [OPTIONS]

A model does a task in a browser, step by step: each step is told on stderr, what was asked for goes to
stdout. It stays on the site it began on. A task that was done once can be saved, and is then done
again without a model: each step is checked, and what no longer fits is healed or told.

  --url URL          the page that it begins on
  --schema FILE      JSON Schema of what is asked for; text without
  --param N=VALUE    what stands for {{N}} in TASK, and may be otherwise when a saved task is done again;
                     may be repeated
  --save FILE        writes the task as steps that need no model, once it is done
  --secret N=VAR     the environment's variable VAR, which the model knows as {{secret.N}} and never sees;
                     it is typed on the first origin that asks for it, and masked everywhere; may be repeated
  --site NAME        a host that it may go to as well; may be repeated
  --any-site         it may go anywhere
  --max-steps N      most steps (25)
  --timeout MS       milliseconds for all of it (300000)
  --json             print the whole result as JSON, with its steps
  --proxy URL        http, https or socks5 proxy, credentials in the URL
  --allow-host HOST  allow a private host, address or CIDR; may be repeated

What run takes: --param, --secret, --site, --any-site, --timeout, --json, --proxy, --allow-host, and
  --heal             a model does a step that no longer fits, and FILE is written anew; without it the
                     run fails there and says where

Environment:
${modelHelp}

Exit codes: 0 done, 1 it could not be done, 2 wrong usage, 130 interrupted.
`;

/** `dragline agent`: a task that a model does in a browser, once; a saved one is done without it. */
export const agent: Command = {
  help,
  run(args, terminal) {
    const { values, positionals } = parseAgentFlags(args);
    const [verb, file, ...more] = positionals;
    const isRun = verb === "run" && file !== undefined && more.length === 0;
    return isRun ? runSaved(file, values, terminal) : runNew(positionals, values, terminal);
  },
};

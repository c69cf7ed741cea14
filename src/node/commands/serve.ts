import type { Command } from "../command.ts";
import { runService } from "../serve/run-service.ts";
import { serveFlags } from "../serve/serve-flags.ts";

/** `dragline serve`: the service, in one process or several on the same stores. */
export const serve: Command = {
  run(args, terminal) {
    return runService(serveFlags(args), terminal);
  },
};

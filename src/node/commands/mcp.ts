import { createMcp, type Mcp } from "../../mcp/index.ts";
import type { Command } from "../command.ts";
import { EmbeddedService } from "../mcp/embedded-service.ts";
import { mcpFlags } from "../mcp/mcp-flags.ts";
import { exitCodes, say, type Terminal } from "../terminal/terminal.ts";

/** `dragline mcp`: tools for a model over standard input and output. */
export const mcp: Command = {
  async run(args, terminal) {
    const { client, embedded, options } = mcpFlags(args, terminal.env);
    if (client !== undefined) return await serve(createMcp({ client }, options), terminal);
    await using service = new EmbeddedService(embedded, terminal);
    return await serve(createMcp({ service }, options), terminal);
  },
};

/** Said to somebody who starts it by hand. */
const FOR_PROGRAMS =
  "dragline mcp speaks to a model's program on stdin and stdout: add it to the program's settings. Ctrl+C ends it.";

/** The account of a service in this process; its one account stands for it. */
const OWN = "own";

async function serve(tools: Mcp, terminal: Terminal): Promise<number> {
  const { stdin, stdout, signal } = terminal;
  if (stdout.isTTY === true) say(terminal, FOR_PROGRAMS);
  const streams = { input: stdin, output: stdout as NodeJS.WriteStream };
  await tools.serve(streams, { signal, account: OWN });
  return exitCodes.ok;
}

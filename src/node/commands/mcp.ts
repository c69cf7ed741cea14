import { createMcp, type Mcp } from "../../mcp/index.ts";
import type { Command } from "../command.ts";
import { EmbeddedService } from "../mcp/embedded-service.ts";
import { mcpFlags } from "../mcp/mcp-flags.ts";
import { exitCodes, type Terminal } from "../terminal/terminal.ts";

/** `dragline mcp`: tools for a model over standard input and output. */
export const mcp: Command = {
  async run(args, terminal) {
    const { client, embedded, options } = mcpFlags(args, terminal.env);
    if (client !== undefined) return await serve(createMcp({ client }, options), terminal);
    await using service = new EmbeddedService(embedded, terminal);
    return await serve(createMcp({ service }, options), terminal);
  },
};

/** The account of a service in this process; its one account stands for it. */
const OWN = "own";

async function serve(tools: Mcp, { stdin, stdout, signal }: Terminal): Promise<number> {
  const streams = { input: stdin, output: stdout as NodeJS.WriteStream };
  await tools.serve(streams, { signal, account: OWN });
  return exitCodes.ok;
}

import type { Readable, Writable } from "node:stream";
import { loadStdio } from "./load-sdk.ts";
import { protocolServer, type ServerParts } from "./protocol-server.ts";

/**
 * Serves a client over two streams until the input ends or the signal aborts; calls under way are
 * cancelled then.
 * @throws McpError `PACKAGE_MISSING`
 */
export async function serveStreams(
  parts: ServerParts,
  { input, output }: { readonly input: Readable; readonly output: Writable },
  signal: AbortSignal,
): Promise<void> {
  const { serveStdio, StdioServerTransport } = await loadStdio();
  const transport = new StdioServerTransport(input, output);
  const ended = inputEnd(input, signal);
  const connection = serveStdio(() => protocolServer(parts), { transport });
  await ended;
  await connection.close();
}

function inputEnd(input: Readable, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted || input.closed || input.readableEnded) resolve();
  for (const event of ["end", "close", "error"]) input.once(event, () => resolve());
  signal.addEventListener("abort", () => resolve(), { once: true });
  return promise;
}

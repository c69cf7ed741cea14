import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { systemClock } from "../../core/index.ts";
import { wholeBody } from "./to-response.ts";

/** Milliseconds in which a client has to take a byte at least; else it is cut off. */
const STALLED_MS = 60_000;

/**
 * Sends a response over a Node server's connection, as fast as the client takes it. When the client
 * goes, the body is cancelled; when the body fails half-way, the connection is cut, so that the
 * client can tell.
 */
export async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  if (outgoing.destroyed) {
    await response.body?.cancel().catch(() => undefined);
    return;
  }
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  const isWanted = outgoing.req.method !== "HEAD";
  const whole = response.bodyUsed ? undefined : wholeBody(response);
  if (isWanted && whole !== undefined) {
    outgoing.end(whole);
    if (outgoing.writableLength > 0) watchStall(outgoing);
    return;
  }
  if (!isWanted || response.body === null) {
    await response.body?.cancel().catch(() => undefined);
    outgoing.end();
    return;
  }
  // A stream's first piece may be long in coming.
  if (!response.headers.has("content-length")) outgoing.flushHeaders();
  await pump(response.body, outgoing);
}

async function pump(body: ReadableStream<Uint8Array>, outgoing: ServerResponse): Promise<void> {
  const reader = body.getReader();
  const gone = new AbortController();
  const stop = (): void => {
    gone.abort();
    void reader.cancel().catch(() => undefined);
  };
  outgoing.once("close", stop);
  let isWatched = false;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (outgoing.write(part.value)) continue;
      if (!isWatched) watchStall(outgoing);
      isWatched = true;
      await once(outgoing, "drain", { signal: gone.signal });
    }
    outgoing.end();
  } catch {
    outgoing.destroy();
  } finally {
    outgoing.off("close", stop);
  }
}

/** Cuts a connection off whose client takes nothing of what waits for it. */
function watchStall(outgoing: ServerResponse): void {
  const { socket } = outgoing;
  if (socket === null) return;
  let taken = -1;
  const look = (): (() => void) =>
    systemClock.timer(STALLED_MS / 2, () => {
      const now = socket.bytesWritten - socket.writableLength;
      if (outgoing.writableLength > 0 && now === taken) outgoing.destroy();
      else {
        taken = now;
        cancel = look();
      }
    });
  let cancel = look();
  outgoing.once("close", () => cancel());
}

import type { Clock } from "./clock.ts";

/** Milliseconds that reading a body may take which nobody wants. */
const PATIENCE_MS = 1000;

/**
 * Leaves a body that nobody wants. What is short and comes soon is read to its end, which costs less
 * than a new connection; for the rest the connection is closed. Never rejects: a body that breaks off
 * took its connection along.
 * @param mostBytes that are read
 */
export async function discardBody(
  body: AsyncIterable<Uint8Array>,
  clock: Clock,
  mostBytes: number,
): Promise<void> {
  const chunks = body[Symbol.asyncIterator]();
  const leave = async (): Promise<void> => void (await chunks.return?.());
  const cancel = clock.timer(PATIENCE_MS, () => void leave());
  try {
    let bytes = 0;
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
      bytes += next.value.length;
      if (bytes > mostBytes) break;
    }
  } catch {
    // The connection is gone, and with it the body.
  } finally {
    cancel();
    await leave();
  }
}

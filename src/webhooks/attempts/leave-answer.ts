import type { Clock } from "../../core/index.ts";

/** Bytes of an answer that are read: what is shorter leaves its connection for later attempts. */
const MOST_READ = 4_096;

/** Milliseconds that reading them may take. */
const PATIENCE_MS = 1_000;

/**
 * Reads the body of an answer that nobody needs, to its end when that is near; else its connection
 * is closed. Errors of the body do not matter: the status is already known.
 */
export async function leaveAnswer(body: AsyncIterable<Uint8Array>, clock: Clock): Promise<void> {
  const chunks = body[Symbol.asyncIterator]();
  const leave = async (): Promise<void> => void (await chunks.return?.());
  const cancel = clock.timer(PATIENCE_MS, () => void leave());
  try {
    let bytes = 0;
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
      bytes += next.value.length;
      if (bytes > MOST_READ) break;
    }
  } catch {
    // The connection is gone, and with it the body.
  } finally {
    cancel();
    await leave();
  }
}

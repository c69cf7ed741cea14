import type { PostgresClient } from "./pool.ts";
import type { ServerPlace } from "../../pg/index.ts";
import { connectTo } from "./server-place.ts";

/** The code of a CancelRequest in the place of a protocol version. */
const CANCEL_REQUEST = 80_877_102;

/** What `pg` knows of the server's process behind a connection; not declared in its types. */
interface ServerProcess {
  readonly processID?: number | null;
  readonly secretKey?: number | null;
}

/**
 * Asks the server to stop the query that runs on a connection; else it would go on, and hold its
 * locks, although nobody listens. Resolves when the server has heard it.
 * @throws when the server cannot be asked; also when `signal` aborts
 */
export function cancelQuery(client: PostgresClient, signal: AbortSignal): Promise<void> {
  const { processID, secretKey } = client as PostgresClient & ServerProcess;
  if (typeof processID !== "number" || typeof secretKey !== "number") {
    return Promise.reject(new Error("The connection has no backend process id"));
  }
  const message = Buffer.alloc(16);
  message.writeInt32BE(16, 0);
  message.writeInt32BE(CANCEL_REQUEST, 4);
  message.writeInt32BE(processID, 8);
  message.writeInt32BE(secretKey, 12);
  return send(client, message, signal);
}

/** The server answers by closing. */
function send(place: ServerPlace, message: Buffer, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connectTo(place);
    const onAbort = (): void => void socket.destroy(signal.reason as Error);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    socket.once("error", reject);
    socket.once("close", () => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    });
    socket.resume();
    socket.end(message);
  });
}

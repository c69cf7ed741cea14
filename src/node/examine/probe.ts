import { connect } from "node:net";
import { deadline, systemClock } from "../../core/index.ts";

/** A service to knock at. */
export interface Door {
  /** Its connection URL; credentials are not used and not shown. */
  readonly url: string;
  /** The port when the URL names none. */
  readonly port: number;
  /** What to send. */
  readonly send: Uint8Array;
}

/** What the service said, or why nothing was heard. */
export type Answer =
  | { readonly address: string; readonly data: string }
  | { readonly address: string; readonly problem: string };

/** Milliseconds to wait for an answer. */
const PATIENCE = 2000;

/** Connects, sends and gives the first bytes that come back; closes the connection. */
export async function probe(door: Door, signal: AbortSignal): Promise<Answer> {
  const url = URL.parse(door.url);
  if (url === null || url.hostname === "") return { address: "?", problem: "not a URL" };
  const port = Number(url.port || door.port);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const address = `${url.hostname}:${port}`;
  const limit = deadline(systemClock, PATIENCE, signal);
  const socket = connect({ host, port, signal: limit.signal });
  try {
    socket.write(door.send);
    const data = await new Promise<string>((resolve, reject) => {
      socket.once("data", (bytes) => resolve(bytes.toString("latin1")));
      socket.once("error", reject);
      socket.once("close", () => reject(new Error("closed without an answer")));
    });
    return { address, data };
  } catch (error) {
    signal.throwIfAborted();
    const { code, message } = error as NodeJS.ErrnoException;
    return { address, problem: limit.expired ? "no answer in time" : (code ?? message) };
  } finally {
    limit[Symbol.dispose]();
    socket.destroy();
  }
}

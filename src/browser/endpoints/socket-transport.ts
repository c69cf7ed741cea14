import type { WebSocket } from "ws";
import { NOISE } from "../chromium/pipe-transport.ts";
import type { CdpTransport } from "../driver.ts";

/** A CDP connection to a browser elsewhere. */
export interface SocketTransport extends CdpTransport {
  /** Resolves with the reason, in words, when the connection has ended. */
  readonly ended: Promise<string>;
  /** Ends it at once. */
  terminate(): void;
}

/** Where a browser listens, and what is sent along. */
export interface DialTarget {
  /** `ws:` or `wss:`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Bytes of a message; a screenshot of a whole page as Base64 comes near. */
const LONGEST_MESSAGE = 268_435_456;

/**
 * Connects to a browser.
 * @throws Error that says why there is no connection; the signal's reason
 */
export async function dialSocket(
  { url, headers }: DialTarget,
  signal: AbortSignal,
): Promise<SocketTransport> {
  const { WebSocket } = await import("ws");
  signal.throwIfAborted();
  const socket = new WebSocket(url, {
    headers,
    maxPayload: LONGEST_MESSAGE,
    perMessageDeflate: false,
    // A turn of the event loop for each: who awaited an answer listens before the next one comes.
    allowSynchronousEvents: false,
    followRedirects: false,
  });
  const opened = Promise.withResolvers<void>();
  socket.once("open", opened.resolve);
  // Said by what follows it: the end of the connection.
  let failure = "";
  socket.on("error", (error) => {
    failure = error.message;
    opened.reject(error);
  });
  socket.once("close", () => opened.reject(new Error(failure || "the connection was closed")));
  const stop = (): void => socket.terminate();
  signal.addEventListener("abort", stop);
  try {
    await opened.promise;
    return new OpenSocket(socket);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

class OpenSocket implements SocketTransport {
  onmessage?: (message: string) => void;
  onclose?: () => void;
  readonly ended: Promise<string>;
  readonly #socket: WebSocket;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    const end = Promise.withResolvers<string>();
    this.ended = end.promise;
    socket.on("message", (data: Buffer) => this.#deliver(data));
    let failure = "";
    socket.on("error", ({ message }) => (failure = message));
    socket.once("close", (code, reason) => {
      const said = reason.length > 0 ? `, ${reason.toString("utf8")}` : "";
      end.resolve(failure || `the endpoint closed the connection (${code}${said})`);
      this.onclose?.();
    });
  }

  #deliver(data: Buffer): void {
    if (NOISE.some((start) => data.subarray(0, start.length).equals(start))) return;
    // A driver may answer with a promise, which is broken by what is no message of the protocol.
    const delivered: unknown = this.onmessage?.(data.toString("utf8"));
    Promise.resolve(delivered).catch(() => this.terminate());
  }

  send(message: string): void {
    this.#socket.send(endsWithConnection(message));
  }

  close(): void {
    this.#socket.close();
  }

  terminate(): void {
    this.#socket.terminate();
  }
}

const CREATE_CONTEXT = '"method":"Target.createBrowserContext"';

/** A context that this connection opens ends with it: one browser may serve many, and outlive this process. */
function endsWithConnection(message: string): string {
  if (!message.includes(CREATE_CONTEXT)) return message;
  const command = JSON.parse(message) as { readonly method: string; readonly params?: object };
  if (command.method !== "Target.createBrowserContext") return message;
  return JSON.stringify({ ...command, params: { ...command.params, disposeOnDetach: true } });
}

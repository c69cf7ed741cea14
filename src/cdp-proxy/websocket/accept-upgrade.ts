import { validateHeaderName, validateHeaderValue, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import { proxyDefaults } from "../cdp-proxy-options.ts";
import type { ClientSocket } from "../client-socket.ts";
import { WsSocket } from "./ws-socket.ts";

/** What Node gives the listeners of `upgrade`, and what is answered. */
interface Upgrade {
  readonly incoming: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
  /** Headers of the answer, besides those of the handshake. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Most bytes of a client's message; 1009 above. As a proxy's own bound when absent. */
  readonly maxMessageBytes?: number | undefined;
}

/** Who waits for the client: takes its socket, or learns that there is none. */
interface SocketTaker<End> {
  accept(socket: ClientSocket): Promise<End>;
  leave(): Promise<void>;
}

/** Milliseconds that a client has to answer the closing handshake. */
const CLOSE_MS = 5000;

/**
 * Answers an upgrade with 101 and joins the client's socket; resolves with the end, or undefined
 * when the client went before.
 * @throws TypeError for a header that cannot be sent; what `accept` throws
 */
export async function acceptUpgrade<End>(
  upgrade: Upgrade,
  taker: SocketTaker<End>,
): Promise<End | undefined> {
  let ws: WebSocket | undefined;
  try {
    ws = shakeHands(upgrade);
  } catch (error) {
    upgrade.socket.destroy();
    await taker.leave();
    throw error;
  }
  if (ws !== undefined) return await taker.accept(new WsSocket(ws, upgrade.socket));
  upgrade.socket.destroy();
  await taker.leave();
  return undefined;
}

/** `ws` answers at once, or not at all. */
function shakeHands(upgrade: Upgrade): WebSocket | undefined {
  const { incoming, socket, head, headers: extra = {} } = upgrade;
  const lines = headerLines(extra);
  const options = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    skipUTF8Validation: true,
    maxPayload: upgrade.maxMessageBytes ?? proxyDefaults.maxMessageBytes,
    closeTimeout: CLOSE_MS,
    handleProtocols: () => false as const,
  };
  const server = new WebSocketServer(options);
  server.on("headers", (headers) => headers.push(...lines));
  // The caller ends the socket.
  server.on("wsClientError", () => {});
  let taken: WebSocket | undefined;
  server.handleUpgrade(incoming, socket, head, (ws) => {
    taken = ws;
  });
  return taken;
}

function headerLines(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return `${name}: ${value}`;
  });
}

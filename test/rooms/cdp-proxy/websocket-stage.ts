import { createServer, type IncomingMessage } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import type { Duplex } from "node:stream";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";

type Listener = (incoming: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** A server on loopback whose upgrades go to `listener`; closed with the test. */
export async function serveUpgrades(listener: Listener): Promise<number> {
  const server = createServer();
  const sockets = new Set<Duplex>();
  server.on("upgrade", (incoming, socket, head) => {
    sockets.add(socket);
    listener(incoming, socket, head);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A client of `ws`; what it hears and how it is closed is written down. */
export class WsClient {
  readonly heard: string[] = [];
  readonly headers: Record<string, unknown> = {};
  readonly opened: Promise<void>;
  readonly closed: Promise<number>;
  readonly ws: WebSocket;

  constructor(port: number, path = "/") {
    this.ws = new WebSocket(`ws://127.0.0.1:${port}${path}`);
    this.ws.on("message", (message: Buffer) => this.heard.push(message.toString()));
    this.ws.on("upgrade", ({ headers }) => Object.assign(this.headers, headers));
    this.ws.on("error", () => {});
    this.opened = new Promise((resolve) => void this.ws.on("open", resolve));
    this.closed = new Promise((resolve) => void this.ws.on("close", resolve));
    onTestFinished(() => this.ws.terminate());
  }
}

/** A socket that says what no client would. */
export function rawClient(
  port: number,
  request: string,
): { socket: Socket; answer: Promise<string> } {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.write(request);
  return { socket, answer: text(socket) };
}

/** A handshake as text, with other headers in the place of its own. */
export function handshake(path: string, other: Readonly<Record<string, string>> = {}): string {
  const headers = {
    Host: "localhost",
    Connection: "Upgrade",
    Upgrade: "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    ...other,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`GET ${path} HTTP/1.1`, ...lines, "", ""].join("\r\n");
}

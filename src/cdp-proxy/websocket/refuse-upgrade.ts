import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

/** Headers that say how a body is framed: there is one way here. */
const FRAMING = ["connection", "content-length", "transfer-encoding"];

/**
 * Answers an upgrade with a plain response and closes the socket. Resolves when the answer is
 * written, or the client has gone.
 * @throws what the body throws; the socket is closed then too
 */
export async function refuseUpgrade(socket: Duplex, response: Response): Promise<void> {
  // Both would otherwise end the process or wait for somebody to read.
  socket.on("error", () => socket.destroy());
  socket.resume();
  try {
    const body = Buffer.from(await response.arrayBuffer());
    await written(socket, Buffer.concat([head(response, body.length), body]));
  } finally {
    socket.destroy();
  }
}

function head({ status, headers }: Response, length: number): Buffer {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`];
  for (const [name, value] of headers) {
    if (!FRAMING.includes(name)) lines.push(`${name}: ${value}`);
  }
  lines.push("connection: close", `content-length: ${length}`, "", "");
  return Buffer.from(lines.join("\r\n"), "latin1");
}

function written(socket: Duplex, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    socket.once("close", resolve);
    socket.end(bytes, resolve);
  });
}

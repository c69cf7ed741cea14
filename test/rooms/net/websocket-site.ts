import { createHash } from "node:crypto";
import type { Socket } from "node:net";
import { createRawSite, type Site } from "dragline/testing";

/** RFC 6455 in the least bytes: it accepts every handshake and echoes short frames. */
export function createWebSocketSite(): Promise<Site> {
  return createRawSite((socket) => {
    socket.once("data", (head) => {
      const key = /^Sec-WebSocket-Key: *(\S+)/im.exec(head.toString("latin1"))?.[1] ?? "";
      const accept = createHash("sha1")
        .update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
        .digest("base64");
      socket.write(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
          `Sec-WebSocket-Accept: ${accept}\r\n\r\n`,
      );
      socket.on("data", (frame) => echo(socket, frame));
    });
  });
}

function echo(socket: Socket, frame: Buffer): void {
  const length = (frame[1] ?? 0) & 0x7f;
  const mask = frame.subarray(2, 6);
  const text = frame.subarray(6, 6 + length).map((byte, at) => byte ^ (mask[at % 4] ?? 0));
  socket.write(Buffer.concat([Buffer.from([frame[0] ?? 0, length]), text]));
}

import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { startRequest, type ProxiedRequest } from "./forward-request.ts";
import { isNetError } from "./net-error.ts";
import type { OriginConnections } from "./origin-connections.ts";
import { responseHeaders } from "./proxy-headers.ts";
import type { Visitor } from "./visitor.ts";
import type { WayOut } from "./way-out.ts";
import { TLSSocket } from "node:tls";

/**
 * Opens a tunnel for a CONNECT request (RFC 9110, 9.3.6). A browser shows none of the statuses that
 * refuse one: 403 for a host that is not allowed, 504 for one that took too long, else 502.
 */
export async function forwardConnect(visitor: Visitor, url: URL, out: WayOut): Promise<void> {
  try {
    const socket = await visitor.during(out.connect(url, visitor.signal));
    visitor.socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    joinSockets(visitor.socket, socket);
  } catch (failure) {
    visitor.refuse(statusOf(failure));
  }
}

function statusOf(failure: unknown): string {
  if (isNetError(failure, "ADDRESS_NOT_ALLOWED") || isNetError(failure, "INVALID_URL")) {
    return "403 Forbidden";
  }
  return isNetError(failure, "TIMEOUT") ? "504 Gateway Timeout" : "502 Bad Gateway";
}

/**
 * Asks a website for another protocol, in the name of a browser that asks so in absolute form, and
 * joins the two when it agrees. When it does not, the browser's connection ends: it could carry a
 * request for another website next.
 */
export async function forwardUpgrade(
  call: ProxiedRequest,
  origins: OriginConnections,
): Promise<void> {
  const { visitor, target } = call;
  try {
    const connection = await visitor.during(origins.open(target.url, visitor.signal));
    const { answer, socket } = await visitor.during(
      new Promise<Upgraded>((resolve, reject) => {
        startRequest(call, connection)
          .once("upgrade", (message, upgraded: Socket, head: Buffer) => {
            if (head.length > 0) upgraded.unshift(head);
            resolve({ answer: message, socket: upgraded });
          })
          .once("response", () => reject(new Error("The website did not switch protocols.")))
          .on("error", reject)
          .end();
      }),
    );
    visitor.socket.write(headOf(answer, call.upgrade ?? ""));
    joinSockets(visitor.socket, socket);
  } catch {
    visitor.leave();
  }
}

interface Upgraded {
  readonly answer: IncomingMessage;
  readonly socket: Socket;
}

function headOf({ statusMessage = "", rawHeaders }: IncomingMessage, upgrade: string): Buffer {
  const fields = ["Connection", "Upgrade", "Upgrade", upgrade, ...responseHeaders(rawHeaders)];
  let head = `HTTP/1.1 101 ${statusMessage}\r\n`;
  for (let at = 0; at < fields.length; at += 2) head += `${fields[at]}: ${fields[at + 1]}\r\n`;
  return Buffer.from(`${head}\r\n`, "latin1");
}

/**
 * Passes bytes on between two sockets until both sides have ended; when one breaks, so does the
 * other. A side that has ended still gets what the other one sends.
 */
function joinSockets(first: Socket, second: Socket): void {
  passOn(first, second);
  passOn(second, first);
}

function passOn(from: Socket, to: Socket): void {
  from.allowHalfOpen = true;
  from.once("close", () => {
    if (from.errored === null && from.readableEnded && from.writableFinished) return;
    breakOff(to);
  });
  if (from.destroyed) breakOff(to);
  else from.pipe(to);
}

/** A reset, since an orderly end would pass for the end of what was sent. TLS tells by itself. */
function breakOff(socket: Socket): void {
  if (socket instanceof TLSSocket) socket.destroy();
  else socket.resetAndDestroy();
}

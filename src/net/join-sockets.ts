import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";

/**
 * Passes bytes on between two sockets until both sides have ended; when one breaks, so does the
 * other. A side that has ended still gets what the other one sends.
 */
export function joinSockets(first: Socket, second: Socket): void {
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

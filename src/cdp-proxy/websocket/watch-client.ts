import type { Duplex } from "node:stream";

/** Watches over a client that waits. */
interface ClientWatch extends Disposable {
  /** Aborts when the client has gone. */
  readonly signal: AbortSignal;
}

/** The reason with which the signal of a client that went aborts. */
class ClientGone extends Error {
  constructor() {
    super("The client disconnected before its upgrade was answered.");
    this.name = "ClientGone";
  }
}

/**
 * Watches a socket between its request and the answer: what the client sends stays unread. Dispose
 * it before the socket is used.
 */
export function watchClient(socket: Duplex): ClientWatch {
  const gone = new AbortController();
  const onGone = (): void => gone.abort(new ClientGone());
  // Only who reads learns of the end; reading nothing is enough when nothing is there.
  const onReadable = (): void => {
    if (socket.readableLength === 0) socket.read(0);
  };
  socket.on("readable", onReadable);
  socket.on("end", onGone);
  socket.on("close", onGone);
  socket.on("error", onGone);
  if (socket.destroyed || socket.readableEnded) onGone();
  return {
    signal: gone.signal,
    [Symbol.dispose]() {
      socket.off("readable", onReadable);
      socket.off("end", onGone);
      socket.off("close", onGone);
      // An error that comes now would end the process until somebody else listens.
      socket.on("error", () => {});
      socket.off("error", onGone);
    },
  };
}

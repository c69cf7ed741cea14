import type { Socket } from "node:net";

/** The two ways in which an exchange ends, for the listeners of {@link exchange}. */
interface Outcome<Result> {
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * A dialogue on a borrowed socket that ends with a result, or with the socket's error, its end or
 * the signal's reason. `begin` listens and writes, and returns what takes its listeners off again.
 */
export async function exchange<Result>(
  socket: Socket,
  signal: AbortSignal,
  begin: (outcome: Outcome<Result>) => () => void,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const onAbort = (): void => reject(signal.reason);
  const onClose = (): void => reject(socket.errored ?? closedEarly());
  let release: (() => void) | undefined;
  try {
    signal.throwIfAborted();
    if (socket.destroyed) throw socket.errored ?? closedEarly();
    signal.addEventListener("abort", onAbort, { once: true });
    socket.on("error", reject).on("close", onClose).on("end", onClose);
    release = begin({ resolve, reject });
    return await promise;
  } finally {
    release?.();
    signal.removeEventListener("abort", onAbort);
    socket.off("error", reject).off("close", onClose).off("end", onClose);
  }
}

function closedEarly(): Error {
  return Object.assign(new Error("The peer closed the connection."), { code: "ECONNRESET" });
}

import type { Socket } from "node:net";
import { exchange } from "./exchange.ts";

/** A reply and how many bytes of it were on the wire. */
export interface Reply<Value> {
  readonly value: Value;
  readonly length: number;
}

/** What to send, and how to recognise the reply. */
export interface RawRequest<Value> {
  readonly send: string | Uint8Array;
  /**
   * Gives the reply when it is complete, undefined when more bytes are needed. Throws when it can
   * never be one; must do so within a bounded number of bytes.
   */
  readonly parse: (bytes: Buffer) => Reply<Value> | undefined;
}

/**
 * Sends on a borrowed, connected socket and reads one reply. The bytes behind the reply are put back on the
 * socket, for its next reader.
 * @throws what `parse` throws; the socket's error; the signal's reason
 */
export function roundTrip<Value>(
  socket: Socket,
  request: RawRequest<Value>,
  signal: AbortSignal,
): Promise<Value> {
  return exchange<Value>(socket, signal, ({ resolve, reject }) => {
    let bytes: Buffer = Buffer.alloc(0);
    const take = (): Reply<Value> | undefined => {
      for (let chunk = socket.read(); chunk instanceof Buffer; chunk = socket.read()) {
        bytes = Buffer.concat([bytes, chunk]);
        const reply = request.parse(bytes);
        if (reply !== undefined) return reply;
      }
      return undefined;
    };
    const onReadable = (): void => {
      try {
        const reply = take();
        if (reply === undefined) return;
        socket.off("readable", onReadable);
        if (reply.length < bytes.length) socket.unshift(bytes.subarray(reply.length));
        resolve(reply.value);
      } catch (malformed) {
        reject(malformed);
      }
    };
    socket.on("readable", onReadable);
    socket.write(request.send);
    return () => socket.off("readable", onReadable);
  });
}

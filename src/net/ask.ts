import type { Socket } from "node:net";
import { exchange } from "./exchange.ts";

/** An answer and how many bytes of it were on the wire. */
export interface Answer<Value> {
  readonly value: Value;
  readonly length: number;
}

/** What to send, and how to recognise the answer. */
export interface Question<Value> {
  readonly send: string | Uint8Array;
  /**
   * Gives the answer when it is complete, undefined when more bytes are needed. Throws when it can
   * never be one; must do so within a bounded number of bytes.
   */
  readonly parse: (bytes: Buffer) => Answer<Value> | undefined;
}

/**
 * Sends on a borrowed, connected socket and reads one answer. The bytes behind the answer are put back on the
 * socket, for its next reader.
 * @throws what `parse` throws; the socket's error; the signal's reason
 */
export function ask<Value>(
  socket: Socket,
  question: Question<Value>,
  signal: AbortSignal,
): Promise<Value> {
  return exchange<Value>(socket, signal, ({ resolve, reject }) => {
    let bytes: Buffer = Buffer.alloc(0);
    const take = (): Answer<Value> | undefined => {
      for (let chunk = socket.read(); chunk instanceof Buffer; chunk = socket.read()) {
        bytes = Buffer.concat([bytes, chunk]);
        const answer = question.parse(bytes);
        if (answer !== undefined) return answer;
      }
      return undefined;
    };
    const onReadable = (): void => {
      try {
        const answer = take();
        if (answer === undefined) return;
        socket.off("readable", onReadable);
        if (answer.length < bytes.length) socket.unshift(bytes.subarray(answer.length));
        resolve(answer.value);
      } catch (malformed) {
        reject(malformed);
      }
    };
    socket.on("readable", onReadable);
    socket.write(question.send);
    return () => socket.off("readable", onReadable);
  });
}

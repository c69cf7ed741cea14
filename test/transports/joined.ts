import type { ClientSocket } from "dragline/cdp-proxy";
import type { WebSocket } from "ws";

/** How a WebSocket was closed. */
export interface Closed {
  readonly code: number;
  readonly reason: string;
}

/** A WebSocket that is open, as its client has it. */
export interface Joined {
  readonly status: 101;
  /** Of the answer that completed the upgrade. */
  readonly headers: Headers;
  /** What came, in order. */
  readonly received: readonly string[];
  readonly closed: Promise<Closed>;
  send(text: string): void;
  /** Resolves when that many messages have come. */
  come(count: number): Promise<readonly string[]>;
  /** Closes it as a client does that is done. */
  close(): void;
}

/** What comes to a client, and the waiting for it. */
class Inbox {
  readonly received: string[] = [];
  #waiting: (() => void)[] = [];

  add(text: string): void {
    this.received.push(text);
    for (const wake of this.#waiting.splice(0)) wake();
  }

  async come(count: number): Promise<readonly string[]> {
    while (this.received.length < count) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    return this.received;
  }
}

/** Both ends of a WebSocket in this process: what the service is given, and what its client has. */
export function socketPair(headers: Headers): { server: ClientSocket; client: Joined } {
  const inbox = new Inbox();
  const ended = Promise.withResolvers<Closed>();
  let isOpen = true;
  const end = (code: number, reason: string): void => {
    if (!isOpen) return;
    isOpen = false;
    ended.resolve({ code, reason });
    queueMicrotask(() => server.onclose?.(code, reason));
  };
  const server: ClientSocket = {
    onmessage: undefined,
    ondrain: undefined,
    onclose: undefined,
    waiting: 0,
    send: (text) => inbox.add(text.toString()),
    sendBytes: (bytes) => inbox.add(`${bytes.byteLength} bytes`),
    pause: () => {},
    resume: () => {},
    close: end,
  };
  const client: Joined = {
    status: 101,
    headers,
    received: inbox.received,
    closed: ended.promise,
    send: (text) => server.onmessage?.(Buffer.from(text)),
    come: (count) => inbox.come(count),
    close: () => end(1000, ""),
  };
  return { server, client };
}

/** A real one. */
export function joinedSocket(socket: WebSocket, headers: Headers): Joined {
  const inbox = new Inbox();
  const ended = Promise.withResolvers<Closed>();
  socket.on("message", (bytes: Buffer) => inbox.add(bytes.toString()));
  socket.on("close", (code, reason) => ended.resolve({ code, reason: reason.toString() }));
  return {
    status: 101,
    headers,
    received: inbox.received,
    closed: ended.promise,
    send: (text) => socket.send(text),
    come: (count) => inbox.come(count),
    close: () => socket.close(1000),
  };
}

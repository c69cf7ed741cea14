import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import type * as Undici from "undici";
import type { Exchange } from "./exchange.ts";
import { ResponseReader } from "./response-reader.ts";
import type { TransportRequest } from "./transport.ts";

/** A socket that is ready for HTTP. */
interface ConnectedSocket {
  readonly socket: Socket | TLSSocket;
  readonly remoteAddress: string | undefined;
}

/** How a connection is set up. */
interface ConnectionOptions {
  /** Speaks HTTP on the socket. */
  readonly http: Pick<typeof Undici, "Client">;
  /** Bytes of response headers. */
  readonly maxHeaderSize: number;
  /** Called once, when the connection is of no more use. */
  readonly gone: (connection: Connection) => void;
}

/** Requests that share one HTTP/2 connection at most. */
const MAX_STREAMS = 100;

/** The longest that an idle connection is kept open, in milliseconds, whatever the server offers. */
const KEEP_ALIVE_MAX_MS = 60_000;

/** An HTTP connection over a socket of ours, for one request at a time or, with HTTP/2, many. */
export class Connection {
  /** Under which the pool keeps it. */
  readonly key: string;
  readonly multiplexed: boolean;
  readonly remoteAddress: string | undefined;
  /** Requests that run on it now, or are about to. */
  running = 0;
  readonly #socket: Socket;
  readonly #client: Undici.Client;
  /** Absent with HTTP/2. */
  readonly #reader: ResponseReader | undefined;
  readonly #onGone: (connection: Connection) => void;
  #gone = false;

  constructor(key: string, url: URL, wire: ConnectedSocket & ConnectionOptions) {
    const { socket } = wire;
    this.key = key;
    this.#socket = socket;
    this.remoteAddress = wire.remoteAddress;
    this.multiplexed = "alpnProtocol" in socket && socket.alpnProtocol === "h2";
    if (!this.multiplexed) this.#reader = new ResponseReader(socket, wire.maxHeaderSize);
    this.#client = new wire.http.Client(url.origin, {
      connect: this.#attach(),
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: wire.maxHeaderSize,
      keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
      useMilo: false,
      h2Options: { maxConcurrentStreams: MAX_STREAMS },
    });
    this.#onGone = wire.gone;
    socket.once("close", () => void this.destroy());
  }

  /** Whether nothing is known of its end. */
  get open(): boolean {
    return !this.#gone && !this.#socket.destroyed;
  }

  /** Whether one more request may be sent on it. */
  get free(): boolean {
    return this.open && this.running < (this.multiplexed ? MAX_STREAMS : 1);
  }

  /** What the socket failed with, if it did. */
  get error(): Error | null {
    return this.#socket.errored;
  }

  /** Whether any byte of an answer to the last request has come, as far as that can be told. */
  get heard(): boolean {
    return this.#reader?.heard === true;
  }

  /** An answer to a request that is being written comes next. */
  expect(method: string): void {
    this.#reader?.expect(method);
  }

  /** Sends a request; its response goes to `exchange`. */
  send({ url, method, headers, body }: TransportRequest, exchange: Exchange): void {
    const path = `${url.pathname}${url.search}`;
    const request = { path, method, headers: { ...headers }, ...(body && { body }) };
    this.#client.dispatch(request, exchange);
  }

  /** Closes the socket and fails what runs on it. */
  async destroy(): Promise<void> {
    if (!this.#gone) {
      this.#gone = true;
      this.#onGone(this);
      // Without an error, undici takes the close for the end of a body that has no length.
      this.#socket.destroy(this.running > 0 ? new Error("The connection was closed") : undefined);
    }
    await this.#client.destroy();
  }

  /** Hands the socket to the client once; a second connection would bypass the pool. */
  #attach(): (
    options: unknown,
    callback: (...result: [null, Socket] | [Error, null]) => void,
  ) => void {
    let attached = false;
    return (_, callback) => {
      const refused = attached || this.#socket.destroyed;
      attached = true;
      // The client cannot take a socket before it has finished asking for it.
      queueMicrotask(() => {
        if (refused) callback(new Error("other side closed"), null);
        else callback(null, this.#socket);
      });
    };
  }
}

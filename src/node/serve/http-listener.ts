import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { systemClock } from "../../core/index.ts";
import { listenFailure } from "../input/listen-failure.ts";

/** Where a server listens. */
export interface ListenPlace {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
}

/** What a server does with what comes to it. */
export interface Handlers {
  readonly request: RequestListener;
  /** Requests for WebSockets; they are cut off when absent. */
  readonly upgrade?: (incoming: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** What Node's parser refuses; Node answers without a body when absent. */
  readonly clientError?: (error: Error, socket: Duplex) => void;
}

/** Milliseconds in which a request has to arrive, its body included … */
const ARRIVAL_MS = 28_000;
/** … and those between two looks at who is late. */
const LOOK_MS = 1000;

/** A server that takes requests, and at its end lets those under way be answered. */
export class HttpListener {
  /** Its own address: `http://127.0.0.1:3000`. */
  readonly url: string;
  readonly #server: Server;
  readonly #upgraded = new Set<Duplex>();
  #isClosing = false;

  private constructor(server: Server, { host }: ListenPlace) {
    const { port } = server.address() as AddressInfo;
    this.url = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
    this.#server = server;
    server.prependListener("request", (_request, response) => {
      if (this.#isClosing) response.setHeader("connection", "close");
      response.once("close", () => this.#afterAnswer());
    });
    server.prependListener("upgrade", (_request: IncomingMessage, socket: Duplex) => {
      this.#upgraded.add(socket);
      socket.once("close", () => this.#upgraded.delete(socket));
    });
  }

  /** @throws Error when it cannot listen there */
  static async open(place: ListenPlace, handlers: Handlers): Promise<HttpListener> {
    const { host, port } = place;
    // What Node would refuse with no more than a status is the handler's to answer.
    const arrival = { headersTimeout: ARRIVAL_MS, requestTimeout: ARRIVAL_MS };
    const server = createServer(
      { requireHostHeader: false, connectionsCheckingInterval: LOOK_MS, ...arrival },
      handlers.request,
    );
    server.on("checkExpectation", (request, response) => server.emit("request", request, response));
    if (handlers.upgrade !== undefined) server.on("upgrade", handlers.upgrade);
    if (handlers.clientError !== undefined) server.on("clientError", handlers.clientError);
    server.listen(port, host);
    try {
      await once(server, "listening");
    } catch (error) {
      throw new Error(listenFailure(place, error), { cause: error });
    }
    return new HttpListener(server, place);
  }

  /**
   * Takes no new connections, waits for the answers and WebSockets under way and ends.
   * @param graceMs milliseconds after which connections are cut off
   */
  async close(graceMs: number): Promise<void> {
    if (!this.#server.listening) return;
    this.#isClosing = true;
    const closed = once(this.#server, "close");
    const cancel = systemClock.timer(graceMs, () => this.#cutOff());
    this.#server.close();
    this.#server.closeIdleConnections();
    await closed;
    cancel();
  }

  #cutOff(): void {
    this.#server.closeAllConnections();
    for (const socket of this.#upgraded) socket.destroy();
  }

  /** A connection that was kept for further requests gets none any more. */
  #afterAnswer(): void {
    if (this.#isClosing) setImmediate(() => this.#server.closeIdleConnections());
  }
}

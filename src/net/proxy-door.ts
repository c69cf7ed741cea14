import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createListener, type AddressInfo, type Socket } from "node:net";
import type { Clock } from "../core/index.ts";
import { forwardRequest, hasBody, type ProxiedRequest } from "./forward-request.ts";
import { forwardConnect, forwardUpgrade } from "./forward-tunnel.ts";
import type { NetError } from "./net-error.ts";
import { OriginConnections } from "./origin-connections.ts";
import { isOwnPeer } from "./peer-owner.ts";
import { absoluteTarget, tunnelTarget, type ProxyTarget } from "./proxy-target.ts";
import { Visitor } from "./visitor.ts";
import { WayOut, wayThrough, type WayOutParts } from "./way-out.ts";

/**
 * One door: a port that speaks HTTP proxy (RFC 9110, 3.7): requests in absolute form for `http:`,
 * CONNECT for all else. A website that is refused or cannot be reached never looks like a page: the
 * browser's connection ends without a response, or its tunnel is refused. Disposing the door closes
 * every connection that goes through it, also those that are only being made.
 */
export interface ProxyDoor extends AsyncDisposable {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /**
   * Why the last connection to a host failed; undefined if it did not. The host is as in a URL,
   * without port; IPv6 with brackets or without. The last 1,000 hosts that failed are remembered.
   */
  failureOf(host: string): NetError | undefined;
  /**
   * Leads elsewhere from now on: through the proxy, or directly without one. What goes through the
   * door at that moment is cut.
   * @throws NetError `PROXY_FAILED` for a proxy URL that is none; then nothing has changed
   */
  lead(proxy: URL | undefined): void;
}

/** Limits of a door, as `GuardProxyOptions` documents them. */
export interface DoorSettings {
  readonly maxHeadBytes: number;
  readonly maxSockets: number;
  readonly idleMs: number;
}

/** What a door is made of; each is borrowed. */
interface DoorParts extends WayOutParts {
  readonly clock: Clock;
  /** Called once, when the door is closed. */
  readonly closed: (door: GuardedDoor) => void;
}

/** The door behind `createGuardProxy`: an HTTP server that answers nothing by itself. */
export class GuardedDoor implements ProxyDoor {
  readonly #parts: DoorParts;
  readonly #settings: DoorSettings;
  readonly #server: Server;
  /** Takes connections, and gives the server those of this user. */
  readonly #listener = createListener({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true });
  readonly #out: WayOut;
  readonly #origins: OriginConnections;
  readonly #visitors = new Map<Socket, Visitor>();
  #listening: Promise<unknown> = Promise.resolve();
  #closing: Promise<void> | undefined;

  /** It takes connections once {@link listen} has settled. */
  constructor(parts: DoorParts, settings: DoorSettings) {
    this.#parts = parts;
    this.#settings = settings;
    this.#out = new WayOut(parts);
    this.#origins = new OriginConnections({
      connect: (url, signal) => this.#out.connect(url, signal),
      clock: parts.clock,
      idleMs: settings.idleMs,
      mostIdle: settings.maxSockets,
    });
    this.#server = this.#createServer();
    this.#listener.maxConnections = settings.maxSockets;
    this.#listener.on("connection", (socket) => void this.#admit(socket));
  }

  async listen(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#listening = promise.catch(() => {});
    this.#listener.once("error", reject).listen(0, "127.0.0.1", resolve);
    await promise;
  }

  get url(): string {
    const { port } = this.#listener.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  failureOf(host: string): NetError | undefined {
    return this.#out.failures.of(host);
  }

  lead(proxy: URL | undefined): void {
    this.#out.lead(wayThrough(proxy));
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#parts.closed(this);
    for (const visitor of this.#visitors.values()) visitor.leave();
    this.#out.close();
    // A server that is closed before it listens would listen even so.
    await this.#listening;
    await new Promise((resolve) => this.#listener.close(resolve));
  }

  #createServer(): Server {
    const server = createServer({
      insecureHTTPParser: false,
      maxHeaderSize: this.#settings.maxHeadBytes,
      // A browser's silence is its own affair: no answer of ours may end it.
      headersTimeout: 0,
      requestTimeout: 0,
      keepAliveTimeout: 0,
      shouldUpgradeCallback: asksForWebSocket,
    });
    // Node would leave out what is above a number of fields; the bytes are the limit.
    server.maxHeadersCount = 0;
    return server
      .on("request", (request, response) => this.#onRequest(request, response))
      .on("connect", (request, socket: Socket, head) => this.#onConnect(request, socket, head))
      .on("upgrade", (request, socket: Socket, head) => this.#onUpgrade(request, socket, head))
      .on("clientError", (error, socket) => this.#onMalformed(error, socket as Socket));
  }

  /** Lets nobody through but programs of this user, the browser among them. */
  async #admit(socket: Socket): Promise<void> {
    const visitor = new Visitor(socket);
    this.#visitors.set(socket, visitor);
    socket.once("close", () => this.#visitors.delete(socket));
    if (!(await isOwnPeer(socket))) return visitor.leave();
    if (socket.destroyed) return;
    this.#server.emit("connection", socket);
    socket.resume();
  }

  #onRequest(request: IncomingMessage, response: ServerResponse): void {
    const visitor = this.#begin(request.socket);
    if (visitor === undefined) return;
    const target = this.#targetOf(request, visitor);
    if (target === undefined) return;
    response.once("close", () => {
      visitor.busy = false;
    });
    void forwardRequest(this.#callOf(visitor, request, target), response, this.#origins);
  }

  #onConnect({ url = "" }: IncomingMessage, socket: Socket, head: Buffer): void {
    const visitor = this.#begin(socket, head);
    const target = tunnelTarget(url);
    if (visitor === undefined) return;
    if (target === undefined) visitor.refuse("400 Bad Request");
    else void forwardConnect(visitor, target, this.#out);
  }

  #onUpgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    const visitor = this.#begin(socket, head);
    if (visitor === undefined) return;
    const target = this.#targetOf(request, visitor);
    if (target === undefined) return;
    const call = { ...this.#callOf(visitor, request, target), upgrade: "websocket" };
    void forwardUpgrade(call, this.#origins);
  }

  /** The visitor who begins a request; one who does so before the last is answered is sent away. */
  #begin(socket: Socket, head?: Buffer): Visitor | undefined {
    const visitor = this.#visitors.get(socket);
    if (visitor === undefined || visitor.busy) {
      visitor?.cut();
      return undefined;
    }
    visitor.busy = true;
    if (head !== undefined && head.length > 0) socket.unshift(head);
    return visitor;
  }

  #targetOf(request: IncomingMessage, visitor: Visitor): ProxyTarget | undefined {
    const { method = "", url = "", headers, httpVersion } = request;
    const target = absoluteTarget(method, url);
    const coding = headers["transfer-encoding"]?.toLowerCase() ?? "chunked";
    let refusal: string | undefined;
    if (method === "TRACE") refusal = "405 Method Not Allowed";
    else if (target === undefined || httpVersion === "0.9") refusal = "400 Bad Request";
    else if (asksForWebSocket(request) && hasBody(request)) refusal = "400 Bad Request";
    else if (coding !== "chunked") refusal = "501 Not Implemented";
    if (refusal === undefined) return target;
    visitor.refuse(refusal);
    return undefined;
  }

  #callOf(visitor: Visitor, request: IncomingMessage, target: ProxyTarget): ProxiedRequest {
    return { visitor, request, target, maxHeadBytes: this.#settings.maxHeadBytes };
  }

  /** Answers malformed HTTP with an error, except too long heads, which a page can cause. */
  #onMalformed(error: Error, socket: Socket): void {
    const visitor = this.#visitors.get(socket);
    const malformed = "code" in error && String(error.code).startsWith("HPE_");
    const silent = !malformed || String(error.code) === "HPE_HEADER_OVERFLOW";
    if (silent || visitor?.busy !== false) socket.destroy();
    else visitor.refuse("400 Bad Request");
  }
}

/** RFC 6455 (4.1). Other protocols are not asked for, since no browser does. */
function asksForWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === "websocket";
}

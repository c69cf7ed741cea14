import { createServer, request as send, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { toNodeHandler, toNodeUpgrade, type Service } from "dragline/service";
import { WebSocket } from "ws";
import { answerOf, type Answer } from "./answer.ts";
import { joinedSocket, socketPair, type Joined } from "./joined.ts";

/** What a case sends. */
export interface WireRequest {
  readonly method: string;
  /** From the host's root: `/v1/map`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
}

/** A way to the service. */
export interface Line extends AsyncDisposable {
  /** Scheme and host that clients see. */
  readonly origin: string;
  send(request: WireRequest): Promise<Answer>;
  /** Asks for a WebSocket. */
  connect(request: Pick<WireRequest, "path" | "headers">): Promise<Answer | Joined>;
}

/** A kind of line. */
export interface Transport {
  readonly name: string;
  open(service: Service): Promise<Line>;
}

/** The address that the service sees of calls in process. */
const ADDRESS = "203.0.113.7";

/** Every way to the service that the specification is tested over. */
export const transports: readonly Transport[] = [
  { name: "a function call", open: (service) => Promise.resolve(callLine(service)) },
  { name: "a socket", open: socketLine },
];

function callLine(service: Service): Line {
  const origin = "http://service.test";
  const accepted = new Set<Promise<unknown>>();
  return {
    origin,
    async send({ method, path, headers, body }) {
      const init: RequestInit = { method, ...(headers === undefined ? {} : { headers }) };
      // The type Request refuses bodies of GET; over the socket they are sent.
      if (body !== undefined && method !== "GET") init.body = body;
      const request = new Request(`${origin}${path}`, init);
      const response = await service.fetch(request, { remoteAddress: ADDRESS });
      return await readAnswer(response);
    },
    async connect({ path, headers = {} }) {
      const request = new Request(`${origin}${path}`, { headers });
      const response = await service.connect(request, { remoteAddress: ADDRESS });
      if (response instanceof Response) return await readAnswer(response);
      const { server, client } = socketPair(new Headers(response.headers));
      accepted.add(response.accept(server).catch(() => undefined));
      return client;
    },
    async [Symbol.asyncDispose]() {
      await service.drain();
      await Promise.all(accepted);
    },
  };
}

async function readAnswer(response: Response): Promise<Answer> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  return answerOf(response.status, response.headers, bytes);
}

async function socketLine(service: Service): Promise<Line> {
  const server = createServer(toNodeHandler(service)).on("upgrade", toNodeUpgrade(service));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    send: (request) => exchange(port, request),
    connect: (request) => upgrade(port, request),
    async [Symbol.asyncDispose]() {
      await service.drain();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function upgrade(
  port: number,
  { path, headers = {} }: Pick<WireRequest, "path" | "headers">,
): Promise<Answer | Joined> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
  return await new Promise((resolve, reject) => {
    let joined: Joined | undefined;
    socket.once("upgrade", (response) => (joined = joinedSocket(socket, headersOf(response))));
    socket.once("open", () => joined && resolve(joined));
    socket.once("unexpected-response", (_, response) => {
      void answerTo(response).then(resolve, reject);
    });
    socket.on("error", reject);
  });
}

async function exchange(port: number, request: WireRequest): Promise<Answer> {
  const { method, path, headers = {}, body } = request;
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = send({
      host: "127.0.0.1",
      port,
      method,
      path,
      agent: false,
      headers: { ...headers, ...length },
    });
    outgoing.once("response", resolve);
    outgoing.once("error", reject);
    outgoing.end(body);
  });
  return await answerTo(response);
}

async function answerTo(response: IncomingMessage): Promise<Answer> {
  const bytes = new Uint8Array(await buffer(response));
  return answerOf(response.statusCode ?? 0, headersOf(response), bytes);
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const fields = new Headers();
  for (const [name, value] of Object.entries(headersDistinct)) {
    for (const one of value ?? []) fields.append(name, one);
  }
  return fields;
}

import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { concatBytes } from "../../core/index.ts";
import { listenFailure } from "../input/listen-failure.ts";
import type { Arrival } from "./arrival.ts";
import type { DeliveryJudge } from "./delivery-judge.ts";

/** Longest body that is read, in bytes. */
const MAX_BYTES = 1_048_576;

/** Where a listener listens. */
interface ListenPlace {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
}

/** What a listener is made of. */
interface Listener {
  readonly place: ListenPlace;
  readonly judge: DeliveryJudge;
  /** It listens at this URL. */
  readonly onListening: (url: string) => void;
  /** Something came; it has been answered. */
  readonly onArrival: (arrival: Arrival) => Promise<void>;
}

/**
 * Receives deliveries until the signal aborts.
 * @throws Error when it cannot listen there; what `onArrival` throws
 */
export async function listen(listener: Listener, signal: AbortSignal): Promise<void> {
  const ended = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    receive(listener, request, response).catch(ended.reject);
  });
  server.on("clientError", (failure, socket) => {
    // Loaded when it is needed: the service is large, and most senders speak HTTP.
    import("../../service/index.ts").then(
      ({ toNodeClientError }) => toNodeClientError()(failure, socket),
      () => socket.destroy(),
    );
  });
  const stop = (): void => ended.resolve();
  signal.addEventListener("abort", stop, { once: true });
  try {
    if (signal.aborted) return;
    listener.onListening(await open(server, listener.place));
    await ended.promise;
  } finally {
    signal.removeEventListener("abort", stop);
    server.closeAllConnections();
    server.close();
  }
}

async function open(server: Server, { host, port }: ListenPlace): Promise<string> {
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    throw new Error(listenFailure({ host, port }, error), { cause: error });
  }
  const address = server.address() as AddressInfo;
  return `http://${host.includes(":") ? `[${host}]` : host}:${address.port}/`;
}

async function receive(
  { judge, onArrival }: Listener,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== "POST") return answer(response, 405);
  const body = await bodyOf(request);
  if (body === undefined) return answer(response, 413);
  const { url: path = "/", headers } = request;
  const arrival = judge.judge({ path, headers, body });
  answer(response, arrival.answered);
  await onArrival(arrival);
}

function answer(response: ServerResponse, status: number): void {
  response.statusCode = status;
  if (status === 405) response.setHeader("allow", "POST");
  response.end();
  // What of the body nobody reads would keep the connection from its next request.
  response.req.resume();
}

/** Undefined when it is too long, or the sender has left. */
async function bodyOf(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += (chunk as Uint8Array).length;
      if (size > MAX_BYTES) return undefined;
      chunks.push(chunk as Uint8Array);
    }
  } catch {
    return undefined;
  }
  return concatBytes(chunks, size);
}

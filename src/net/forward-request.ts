import { request as sendRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { OriginConnection, OriginConnections } from "./origin-connections.ts";
import { requestHeaders, responseHeaders } from "./proxy-headers.ts";
import type { ProxyTarget } from "./proxy-target.ts";
import type { Visitor } from "./visitor.ts";

/** A request that a browser has sent to a door. */
export interface ProxiedRequest {
  readonly visitor: Visitor;
  readonly request: IncomingMessage;
  readonly target: ProxyTarget;
  /** Bytes of the response's head. */
  readonly maxHeadBytes: number;
  /** The protocol to ask for, if any. */
  readonly upgrade?: string;
}

/**
 * Sends a browser's request to its website and the response back, both as they come. Whatever
 * fails, the browser's connection ends, by a reset where the website's did: a response of ours would
 * pass for one of the website.
 */
export async function forwardRequest(
  call: ProxiedRequest,
  response: ServerResponse,
  origins: OriginConnections,
): Promise<void> {
  try {
    sendBack(await answerOf(call, origins), call, response);
  } catch (failure) {
    if (wasReset(failure)) call.visitor.cut();
    else call.visitor.leave();
  }
}

async function answerOf(
  call: ProxiedRequest,
  origins: OriginConnections,
): Promise<IncomingMessage> {
  const { signal } = call.visitor;
  const { url } = call.target;
  const known = isRepeatable(call.request) ? origins.take(url) : undefined;
  if (known !== undefined) {
    try {
      return await answer(call, known);
    } catch (failure) {
      signal.throwIfAborted();
      // A website may close an unused connection at the moment that we use it.
      if (!wasClosed(failure)) throw failure;
    }
  }
  return answer(call, await origins.open(url, signal));
}

function answer(call: ProxiedRequest, connection: OriginConnection): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { request } = call;
    const outgoing = startRequest(call, connection).once("response", resolve).on("error", reject);
    // All that Node tells of an upgrade that nobody asked for.
    outgoing.once("close", () => reject(new Error("The website returned no response.")));
    if (!hasBody(request)) {
      outgoing.end();
      return;
    }
    request.pipe(outgoing);
    outgoing.once("close", () => {
      // A website may answer before it has read everything; the rest is for nobody.
      request.unpipe(outgoing);
      request.resume();
    });
  });
}

/** Begins a request on a connection, with its head as the website is to see it. */
export function startRequest(
  { visitor, request, target, maxHeadBytes, upgrade }: ProxiedRequest,
  agent: OriginConnection,
): ReturnType<typeof sendRequest> {
  const { method = "GET", rawHeaders } = request;
  const { host } = target.url;
  const outgoing = sendRequest({
    agent,
    method,
    path: target.path,
    headers: requestHeaders({ method, host, headers: rawHeaders, upgrade }),
    maxHeaderSize: maxHeadBytes,
    insecureHTTPParser: false,
    signal: visitor.signal,
  });
  // Node would leave out what is above a number of fields; the bytes are the limit.
  outgoing.maxHeadersCount = 0;
  return outgoing;
}

function sendBack(incoming: IncomingMessage, call: ProxiedRequest, response: ServerResponse): void {
  const { statusCode = 0, statusMessage = "", rawHeaders } = incoming;
  // A browser would take it for a word of its proxy and ask for our password.
  if (statusCode === 407) throw new Error("A website answered with a proxy's status (407).");
  incoming.once("error", () => call.visitor.cut());
  response.sendDate = false;
  // Node adds one where it is not needed, and scripts could see it.
  if (call.request.httpVersion === "1.1") response.removeHeader("connection");
  response.writeHead(statusCode, statusMessage, responseHeaders(rawHeaders));
  // Sends the head, before a body that may be long in coming; flushHeaders would send it as UTF-8.
  response.write("", "latin1");
  incoming.pipe(response);
}

/** Whether a request can be sent twice: idempotent (RFC 9110, 9.2.2), and nothing of it is gone. */
function isRepeatable(request: IncomingMessage): boolean {
  const { method = "" } = request;
  return ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"].includes(method) && !hasBody(request);
}

/** Whether a body follows the head (RFC 9112, 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Whether the website broke its connection; one that it closed in order has no system call to blame. */
function wasReset(failure: unknown): boolean {
  return wasClosed(failure) && failure instanceof Error && "syscall" in failure;
}

function wasClosed(failure: unknown): boolean {
  if (!(failure instanceof Error) || !("code" in failure)) return false;
  return failure.code === "ECONNRESET" || failure.code === "EPIPE";
}

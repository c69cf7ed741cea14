import type { IncomingMessage, ServerResponse } from "node:http";
import { systemClock, systemIds } from "../../core/index.ts";
import type { Service } from "../base/service.ts";
import { ServiceError } from "../base/service-error.ts";
import { incomingBody, parsedBodyText } from "./incoming-body.ts";
import { requestHeaders, requestUrl, type NodeCall } from "./node-call.ts";
import { newRequestId } from "./request-id.ts";
import { sendResponse } from "./send-response.ts";
import { toErrorResponse } from "./to-response.ts";

/** How long a client may go on sending a body that nobody reads; then it is cut off. */
const LINGER_MS = 2000;

/** Answers a call that a Node server took; never rejects. */
export async function serveNode(service: Pick<Service, "fetch">, call: NodeCall): Promise<void> {
  const { incoming, outgoing, basePath } = call;
  // "close" reports a broken connection; an error without a listener would end the process.
  incoming.on("error", ignore);
  outgoing.on("error", ignore);
  const gone = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  outgoing.once("finish", () => lingerOver(incoming));
  try {
    const request = toRequest(call, gone.signal);
    const facts = { remoteAddress: incoming.socket.remoteAddress, basePath };
    const response = await (request === undefined ? malformed() : service.fetch(request, facts));
    // What nobody has begun to read is let go, or it would hold up what comes behind it.
    if (request?.body?.locked === false) await request.body.cancel();
    await sendResponse(response, outgoing);
  } catch {
    outgoing.destroy();
  }
}

function ignore(): void {}

/** The request as fetch knows it; undefined when it cannot be one. */
function toRequest(call: NodeCall, signal: AbortSignal): Request | undefined {
  const url = requestUrl(call);
  if (url === undefined) return undefined;
  try {
    const headers = requestHeaders(call.incoming);
    const method = methodOf(call.incoming);
    const body = hasBody(call.incoming, method) ? bodyOf(call, headers) : null;
    // Streams need the word, which TypeScript's own library does not know yet.
    const init: RequestInit & { readonly duplex: "half" } = {
      method,
      headers,
      signal,
      body,
      duplex: "half",
    };
    return new Request(url, init);
  } catch {
    return undefined;
  }
}

/** No route has another method; fetch refuses to know some of them. */
const METHODS = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);

function methodOf({ method = "" }: IncomingMessage): string {
  return METHODS.has(method) ? method : "UNKNOWN";
}

function hasBody({ headers, httpVersionMajor }: IncomingMessage, method: string): boolean {
  if (method === "GET" || method === "HEAD") return false;
  const announced = Number(headers["content-length"] ?? 0) > 0;
  return announced || headers["transfer-encoding"] !== undefined || httpVersionMajor > 1;
}

/** A body that the host has read has another length, and is not compressed any more. */
function bodyOf(call: NodeCall, headers: Headers): BodyInit {
  const { incoming, parsedBody } = call;
  if (!incoming.readableDidRead || parsedBody === undefined) return incomingBody(incoming);
  headers.delete("content-length");
  headers.delete("content-encoding");
  return parsedBodyText(parsedBody);
}

/**
 * Lets a client that was answered before its body was read hear the answer: a connection that is
 * closed on bytes under way is reset, and the answer may be lost with it.
 */
function lingerOver(incoming: IncomingMessage): void {
  if (incoming.complete || incoming.destroyed) return;
  const { socket } = incoming;
  const cancel = systemClock.timer(LINGER_MS, () => socket.destroy());
  // Once it was answered, Node tells a request no more that its connection is gone.
  const end = (): void => {
    cancel();
    socket.off("close", end);
  };
  socket.once("close", end);
  incoming.once("end", end).resume();
}

function malformed(): Response {
  const message = "The request's target or a header is malformed.";
  const error = new ServiceError("INVALID_REQUEST", { message });
  return toErrorResponse(error, "flat", newRequestId(systemIds));
}

/** A listener of Node's servers. */
export type NodeHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

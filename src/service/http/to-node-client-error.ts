import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { refuseUpgrade } from "../../cdp-proxy/internal.ts";
import { systemIds } from "../../core/index.ts";
import { ServiceError } from "../base/service-error.ts";
import { familyOfPath } from "./error-rules.ts";
import { newRequestId } from "./request-id.ts";
import { toErrorResponse } from "./to-response.ts";

/** A listener of `clientError` events of Node's servers. */
export type NodeClientError = (error: Error, socket: Duplex) => void;

/** The answer to a refused request. */
interface Refusal {
  readonly status: number;
  readonly message: string;
}

const MALFORMED: Refusal = Object.freeze({
  status: 400,
  message: "The request is not valid HTTP.",
});

/** By the code of Node's error; the rest is {@link MALFORMED}. */
const refusals: ReadonlyMap<string, Refusal> = new Map([
  // RFC 6585, 5.
  ["HPE_HEADER_OVERFLOW", { status: 431, message: "The request's headers are too long." }],
  [
    "HPE_CHUNK_EXTENSIONS_OVERFLOW",
    { status: 400, message: "The chunk extensions of the body are too long." },
  ],
  ["ERR_HTTP_REQUEST_TIMEOUT", { status: 408, message: "The request did not arrive in time." }],
]);

/**
 * What Node's HTTP parser refuses before it is a request, answered as the service answers: JSON with
 * the code `invalid_request` and the header `x-request-id`, with 400, of headers that are too long
 * 431, of requests that do not arrive 408. A connection on which an answer is under way is cut.
 * @example server.on("clientError", toNodeClientError())
 */
export function toNodeClientError(): NodeClientError {
  return (failure, socket) => {
    if (isAnswering(socket) || codeOf(failure) === "ECONNRESET") socket.destroy();
    // What a client sends behind a refusal is refused again.
    if (!socket.writable) return;
    refuseUpgrade(socket, refusalOf(failure)).catch(() => socket.destroy());
  };
}

function refusalOf(error: Error): Response {
  const { status, message } = refusals.get(codeOf(error)) ?? MALFORMED;
  const refusal = new ServiceError("INVALID_REQUEST", { message });
  const family = familyOfPath(pathOf(error));
  const { body, headers } = toErrorResponse(refusal, family, newRequestId(systemIds));
  return new Response(body, { status, headers });
}

function codeOf(error: Error): string {
  return "code" in error ? String(error.code) : "";
}

/** The path below `/v1`, as far as Node's parser got; empty where it is not known. */
function pathOf(error: Error): string {
  const packet = "rawPacket" in error && Buffer.isBuffer(error.rawPacket) ? error.rawPacket : "";
  const start = packet.toString("latin1").slice(0, 2048);
  return /^\s*[A-Z]+ \S*?\/v1(\/[^?\s]*)/.exec(start)?.[1] ?? "";
}

/** Whether the head of an answer was sent that is not over; Node itself asks no other way. */
function isAnswering(socket: Duplex & { readonly _httpMessage?: ServerResponse | null }): boolean {
  // oxlint-disable-next-line no-underscore-dangle -- Node's name
  return socket._httpMessage?.headersSent === true;
}

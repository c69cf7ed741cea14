import type { IncomingMessage } from "node:http";

/** A key is 16 bytes in base64 (RFC 6455, 4.2.1). */
const KEY = /^[\d+/A-Za-z]{22}==$/;
const VERSION = "13";

/** Why a request is not a WebSocket handshake (RFC 6455, 4.2.1 and 4.4), as its answer. */
export function checkHandshake({
  method,
  headers,
}: Pick<IncomingMessage, "method" | "headers">): Response | undefined {
  if (method !== "GET" || headers.upgrade?.toLowerCase() !== "websocket") {
    return refusal(400, "Expected a GET request with 'Upgrade: websocket'.");
  }
  if (headers["sec-websocket-version"] !== VERSION) {
    return refusal(426, `Expected 'Sec-WebSocket-Version: ${VERSION}'.`);
  }
  if (!KEY.test(headers["sec-websocket-key"] ?? "")) {
    return refusal(400, "Expected 'Sec-WebSocket-Key' to be 16 bytes in base64.");
  }
  return undefined;
}

function refusal(status: 400 | 426, message: string): Response {
  const upgrade = status === 426 ? { upgrade: "websocket", "sec-websocket-version": VERSION } : {};
  return Response.json({ error: "invalid_request", message }, { status, headers: upgrade });
}

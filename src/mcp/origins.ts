/** Pages of programs on this machine, such as the protocol's inspector. */
const LOOPBACK = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

const HEADERS =
  "authorization, x-api-key, content-type, accept, last-event-id, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name";

/**
 * Refuses a page of another website, which a browser lets speak to this machine (DNS rebinding), and
 * answers a browser's question whether a page may; undefined where the request goes on. Programs send
 * no origin.
 */
export function refuseOrigin(request: Request, allowed: readonly string[]): Response | undefined {
  const origin = request.headers.get("origin");
  if (origin === null) return undefined;
  if (!LOOPBACK.test(origin) && !allowed.includes(origin)) {
    const message = `Pages of ${origin.slice(0, 200)} may not connect; the host can allow them (origins).`;
    const error = { code: -32_600, message };
    return Response.json({ jsonrpc: "2.0", id: null, error }, { status: 403 });
  }
  if (request.method !== "OPTIONS") return undefined;
  return withCors(request, new Response(null, { status: 204 }));
}

/** Lets the page that asked read the answer, and keeps proxies from gathering its events. */
export function withCors(request: Request, response: Response): Response {
  const origin = request.headers.get("origin");
  const headers = new Headers(response.headers);
  headers.set("x-accel-buffering", "no");
  if (origin === null) return answerWith(response, headers);
  headers.set("access-control-allow-origin", origin);
  headers.set("access-control-allow-methods", "GET, POST, DELETE, OPTIONS");
  headers.set("access-control-allow-headers", HEADERS);
  headers.set("access-control-expose-headers", "mcp-session-id, mcp-protocol-version");
  headers.append("vary", "origin");
  return answerWith(response, headers);
}

function answerWith({ status, statusText, body }: Response, headers: Headers): Response {
  return new Response(body, { status, statusText, headers });
}

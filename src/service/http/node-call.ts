import type { IncomingMessage, ServerResponse } from "node:http";

/** A call that a Node server took, on its way to the service. */
export interface NodeCall {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** Path and query as they were sent, without the prefix that the service is mounted under. */
  readonly target: string;
  /** That prefix: `/web`; empty when there is none. */
  readonly basePath: string;
  /** What the host has made of the body already, where it has read it. */
  readonly parsedBody?: unknown;
}

/** Host names and addresses, with a port; nothing that begins a path or names a user. */
const AUTHORITY = /^[\w.~!$&'()*+,;=%:[\]-]+$/;

/**
 * The address that a request was sent to; undefined when it is none. The target is joined as text:
 * resolved as a reference, one like `//other.example/` would be another host's.
 */
export function requestUrl({
  incoming,
  target,
}: Pick<NodeCall, "incoming" | "target">): string | undefined {
  const absolute = /^https?:\/\/([^/?#]*)(.*)$/is.exec(target);
  const host = absolute?.[1] ?? authorityOf(incoming);
  const path = (absolute?.[2] ?? target).replace(/^(?=\?|$)/, "/");
  if (!AUTHORITY.test(host) || !path.startsWith("/")) return undefined;
  const scheme = "encrypted" in incoming.socket ? "https" : "http";
  return URL.parse(`${scheme}://${host}${path}`)?.href;
}

/** HTTP/2 has no `Host`, HTTP/1.0 may leave it out, HTTP/1.1 may not (RFC 9112, 3.2). */
function authorityOf({ headers, httpVersion }: IncomingMessage): string {
  const authority = headers[":authority"];
  return (
    (typeof authority === "string" ? authority : headers.host) ??
    (httpVersion === "1.1" ? "" : "localhost")
  );
}

/**
 * The headers as they came, those of HTTP/2's own left out.
 * @throws TypeError for a header that fetch does not allow
 */
export function requestHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (!name.startsWith(":")) headers.append(name, rawHeaders[index + 1] ?? "");
  }
  return headers;
}

import type { Socket } from "node:net";
import { roundTrip, type Reply } from "./round-trip.ts";
import { hostAndPort, proxyFailed, type ProxyAddress, type TunnelRoute } from "./proxy.ts";

/** Bytes that a proxy's reply to CONNECT may have. */
const LONGEST_HEAD = 16 * 1024;

const HEAD_END = "\r\n\r\n";

/**
 * Asks an HTTP proxy on a connected socket for a tunnel (RFC 9110, 9.3.6). Status 200 alone makes
 * one.
 * @throws NetError `PROXY_FAILED`; the socket's error; the signal's reason
 */
export async function openConnectTunnel(
  socket: Socket,
  route: TunnelRoute,
  signal: AbortSignal,
): Promise<void> {
  const { proxy } = route;
  const parse = (bytes: Buffer): Reply<string> | undefined => parseHead(proxy, bytes);
  checkStatus(proxy, await roundTrip(socket, { send: request(route), parse }, signal));
}

function request({ proxy, host, port }: TunnelRoute): string {
  const authority = hostAndPort(host, port);
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`];
  if (proxy.credentials !== undefined) {
    const { user, password } = proxy.credentials;
    const basic = Buffer.from(`${user}:${password}`).toString("base64");
    lines.push(`Proxy-Authorization: Basic ${basic}`);
  }
  return `${lines.join("\r\n")}${HEAD_END}`;
}

function parseHead(proxy: ProxyAddress, bytes: Buffer): Reply<string> | undefined {
  const end = bytes.indexOf(HEAD_END);
  const length = end === -1 ? bytes.length : end + HEAD_END.length;
  if (length > LONGEST_HEAD) {
    throw proxyFailed(proxy, `answered CONNECT with more than ${LONGEST_HEAD} bytes`, "malformed");
  }
  return end === -1 ? undefined : { value: bytes.toString("latin1", 0, end), length };
}

function checkStatus(proxy: ProxyAddress, head: string): void {
  const line = head.slice(0, head.indexOf("\r\n") === -1 ? undefined : head.indexOf("\r\n"));
  const status = Number(/^HTTP\/1\.[01] ([1-9]\d\d)(?: |$)/.exec(line)?.[1] ?? 0);
  if (status === 200) return;
  if (status === 0) throw proxyFailed(proxy, "did not answer CONNECT in HTTP/1", "malformed");
  if (status !== 407) throw proxyFailed(proxy, `refused the tunnel with status ${status}`, status);
  const claim = proxy.credentials === undefined ? "asks for" : "rejected the";
  throw proxyFailed(proxy, `${claim} credentials (status 407)`, status);
}

import type { Socket } from "node:net";
import { roundTrip, type Reply } from "./round-trip.ts";
import { parseIp } from "./ip.ts";
import { proxyFailed, type ProxyAddress, type TunnelRoute } from "./proxy.ts";

const VERSION = 5;
const LOGIN_VERSION = 1;
const NO_LOGIN = 0;
const PASSWORD_LOGIN = 2;
const CONNECT = 1;
const IPV4 = 1;
const NAME = 3;
const IPV6 = 4;

/** RFC 1928 (6): what a reply code means. */
const REPLIES = [
  "succeeded",
  "general failure",
  "not allowed by its rules",
  "network unreachable",
  "host unreachable",
  "connection refused",
  "time to live expired",
  "command not supported",
  "address type not supported",
];

/**
 * Asks a SOCKS 5 proxy on a connected socket for a tunnel (RFC 1928, passwords by RFC 1929).
 * @throws NetError `PROXY_FAILED`; the socket's error; the signal's reason
 */
export async function openSocksTunnel(
  socket: Socket,
  route: TunnelRoute,
  signal: AbortSignal,
): Promise<void> {
  const { proxy } = route;
  const offer = proxy.credentials === undefined ? [NO_LOGIN] : [NO_LOGIN, PASSWORD_LOGIN];
  const greeting = Buffer.from([VERSION, offer.length, ...offer]);
  const method = await roundTrip(socket, { send: greeting, parse: pairOf(proxy, VERSION) }, signal);
  if (!offer.includes(method)) {
    throw proxyFailed(proxy, "offers no supported login method", "login method");
  }
  if (method === PASSWORD_LOGIN) {
    const login = { send: loginOf(proxy), parse: pairOf(proxy, LOGIN_VERSION) };
    const status = await roundTrip(socket, login, signal);
    if (status !== 0) throw proxyFailed(proxy, "rejected the credentials", "credentials");
  }
  const parse = (bytes: Buffer): Reply<number> | undefined => parseReply(proxy, bytes);
  const reply = await roundTrip(socket, { send: requestOf(route), parse }, signal);
  if (reply === 0) return;
  const why = REPLIES[reply] ?? `reply ${reply}`;
  throw proxyFailed(proxy, `refused the tunnel: ${why}`, why);
}

/** Reads the two-byte answers: a version, then what was chosen. */
function pairOf(proxy: ProxyAddress, version: number) {
  return (bytes: Buffer): Reply<number> | undefined => {
    const [first, second] = bytes;
    if (first !== undefined && first !== version) throw notSocks(proxy);
    return second === undefined ? undefined : { value: second, length: 2 };
  };
}

/** Reads version, reply, zero, address and port, and gives the reply. */
function parseReply(proxy: ProxyAddress, bytes: Buffer): Reply<number> | undefined {
  const [version, reply, , type, firstOfName] = bytes;
  if (version !== VERSION) throw notSocks(proxy);
  // The reply code is enough: not every proxy sends an address after a refusal.
  if (reply !== undefined && reply !== 0) return { value: reply, length: bytes.length };
  if (reply === undefined || type === undefined || firstOfName === undefined) return undefined;
  const sizes: Readonly<Record<number, number>> = {
    [IPV4]: 4,
    [IPV6]: 16,
    [NAME]: 1 + firstOfName,
  };
  const size = sizes[type];
  if (size === undefined) throw notSocks(proxy);
  const length = 4 + size + 2;
  return bytes.length < length ? undefined : { value: reply, length };
}

function loginOf(proxy: ProxyAddress): Buffer {
  const user = Buffer.from(proxy.credentials?.user ?? "");
  const password = Buffer.from(proxy.credentials?.password ?? "");
  if (user.length > 255 || password.length > 255) {
    throw proxyFailed(
      proxy,
      "has credentials of more than 255 bytes, the SOCKS limit",
      "credentials",
    );
  }
  return Buffer.from([LOGIN_VERSION, user.length, ...user, password.length, ...password]);
}

function requestOf({ host, port }: TunnelRoute): Buffer {
  return Buffer.from([VERSION, CONNECT, 0, ...destinationOf(host), port >>> 8, port & 0xff]);
}

function destinationOf(host: string): number[] {
  const ip = parseIp(host);
  if (ip === undefined) return [NAME, host.length, ...Buffer.from(host)];
  const type = ip.family === 4 ? IPV4 : IPV6;
  return [type, ...ip.words.flatMap((word) => [word >>> 24, word >>> 16, word >>> 8, word])];
}

function notSocks(proxy: ProxyAddress): Error {
  return proxyFailed(proxy, "did not answer in SOCKS 5", "malformed");
}

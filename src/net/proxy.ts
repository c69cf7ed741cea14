import { hostOf } from "./host.ts";
import { NetError, reasonOf } from "./net-error.ts";

/** The schemes of proxies with their usual ports. `socks5h` is SOCKS 5 that resolves the names. */
const PORTS: Readonly<Record<string, number>> = {
  "http:": 80,
  "https:": 443,
  "socks5:": 1080,
  "socks5h:": 1080,
};

/** A proxy's URL in parts. */
export interface ProxyAddress {
  readonly scheme: "http" | "https" | "socks5";
  /** The proxy's name or address, without brackets. */
  readonly host: string;
  readonly port: number;
  /** Decoded user name and password; absent when the URL has neither. */
  readonly credentials: { readonly user: string; readonly password: string } | undefined;
  /** Scheme, host and port as they stand in the URL, for messages: without credentials. */
  readonly label: string;
  /** Whether the URL says that the proxy resolves names (`socks5h:`). */
  readonly resolves: boolean;
}

/** A tunnel to ask a proxy for. */
export interface TunnelRoute {
  readonly proxy: ProxyAddress;
  /** The target's checked address, or its name when the proxy resolves; without brackets. */
  readonly host: string;
  readonly port: number;
}

/**
 * Takes a proxy's URL apart.
 * @throws NetError `PROXY_FAILED` when its scheme is none of http, https, socks5 and socks5h
 */
export function parseProxy(url: URL): ProxyAddress {
  const usualPort = PORTS[url.protocol];
  const host = hostOf(url);
  const port = url.port === "" ? (usualPort ?? 0) : Number(url.port);
  const label = `${url.protocol}//${url.host}`;
  const credentials = credentialsOf(url);
  const resolves = url.protocol === "socks5h:";
  const scheme = url.protocol.startsWith("socks5") ? "socks5" : url.protocol.slice(0, -1);
  const proxy = {
    scheme: scheme as ProxyAddress["scheme"],
    host,
    port,
    credentials,
    label,
    resolves,
  };
  if (usualPort !== undefined && host !== "") return proxy;
  throw proxyFailed(proxy, "is not an http, https, socks5 or socks5h URL with a host", "scheme");
}

/** `host:port`, IPv6 in brackets. */
export function hostAndPort(host: string, port: number): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

/** The error of a proxy that gave no tunnel; `why` is its status, a reason or the error below. */
export function proxyFailed(proxy: ProxyAddress, claim: string, why: unknown): NetError {
  const reason = typeof why === "number" ? `status ${why}` : reasonOf(why);
  return new NetError("PROXY_FAILED", {
    message: `The proxy ${proxy.label} ${claim}.`,
    details: { proxy: proxy.label, reason, ...(typeof why === "number" && { status: why }) },
    ...(why instanceof Error && { cause: why }),
  });
}

function credentialsOf({ username, password }: URL): ProxyAddress["credentials"] {
  if (username === "" && password === "") return undefined;
  return { user: decoded(username), password: decoded(password) };
}

/** A password may hold a stray percent sign, which is then meant as it stands. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

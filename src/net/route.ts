import type { ConnectTarget } from "./connection.ts";
import { hostOf } from "./host.ts";
import type { ConnectPhase } from "./net-error.ts";
import { parseProxy, type ProxyAddress } from "./proxy.ts";

/** One call's target as it stood when it was judged, since a URL can be changed while we wait. */
export interface Route {
  readonly host: string;
  readonly port: number;
  /** Whether the target speaks TLS. */
  readonly secure: boolean;
  readonly alpn: readonly string[];
  readonly proxy: ProxyAddress | undefined;
  /** The proxy's whole URL, since some tell their exits apart by user name; empty without. */
  readonly way: string;
  /** Whether the proxy gets the name, so that nothing is resolved here. */
  readonly byName: boolean;
  /** The caller's. */
  readonly signal: AbortSignal;
  /** Milliseconds of each phase so far. */
  readonly spent: Record<ConnectPhase, number>;
}

/**
 * Reads the target once.
 * @throws NetError `PROXY_FAILED` for a proxy URL that is none
 */
export function routeOf(target: ConnectTarget, signal: AbortSignal): Route {
  const { url, alpn = [], proxyResolves } = target;
  const proxy = target.proxy === undefined ? undefined : parseProxy(target.proxy);
  const secure = url.protocol === "https:";
  const usualPort = secure ? 443 : 80;
  return {
    host: hostOf(url),
    port: url.port === "" ? usualPort : Number(url.port),
    secure,
    alpn,
    proxy,
    way: target.proxy?.href ?? "",
    byName: proxy !== undefined && (proxyResolves ?? proxy.resolves),
    signal,
    spent: { dns: 0, connect: 0, proxy: 0, tls: 0 },
  };
}

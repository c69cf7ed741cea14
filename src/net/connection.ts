import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";

/** Where to connect, and by which way. */
export interface ConnectTarget {
  /** An http or https URL; its host and port are connected to. */
  readonly url: URL;
  /**
   * A proxy: `http:`, `https:`, `socks5:` or `socks5h:`, with a user name and password when it asks
   * for them. Its own address is the operator's choice and is not judged.
   */
  readonly proxy?: URL | undefined;
  /**
   * Whether the proxy gets the target's name instead of a checked address. The rules for names and
   * literal addresses hold even so; what the proxy resolves the name to cannot be judged. Absent, it
   * is what the proxy's scheme says: `socks5h:` resolves, the others do not.
   */
  readonly proxyResolves?: boolean | undefined;
  /** Protocols to offer by ALPN over TLS, best first (`["h2", "http/1.1"]`). */
  readonly alpn?: readonly string[] | undefined;
}

/** Milliseconds of each phase; 0 for a phase that was not needed. */
export interface ConnectTimings {
  /** Resolving the name. */
  readonly dnsMs: number;
  /** TCP; with a proxy, everything up to the open tunnel. */
  readonly connectMs: number;
  /** The TLS handshake with the target. */
  readonly tlsMs: number;
}

/** An open connection, the caller's to close. */
export interface Connection {
  /**
   * Ready to write. It carries a listener for "error" that does nothing, so that a reset between
   * connecting and the caller's own listener cannot end the process.
   */
  readonly socket: Socket | TLSSocket;
  readonly timings: ConnectTimings;
  /** The address of the TCP connection: the target's, or the proxy's. */
  readonly remoteAddress: string;
}

/** Opens guarded connections. */
export interface Connector {
  /**
   * Connects to the URL's host, if it is public or allowed: judges the URL, resolves the name anew,
   * judges every answer, connects to exactly the judged addresses, judges the peer, opens the
   * proxy's tunnel and secures https with TLS. Whatever fails, everything opened is closed.
   * @throws NetError `INVALID_URL`, `ADDRESS_NOT_ALLOWED`, `DNS_FAILED`, `CONNECT_FAILED`,
   *   `PROXY_FAILED`, `TLS_FAILED`, `TIMEOUT`; the signal's reason when it aborts
   */
  connect(target: ConnectTarget, signal: AbortSignal): Promise<Connection>;
}
